package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where the API is, and who asks.
 *
 * @param authorization value of the header of this name; null if nobody has logged in
 */
record Connection(URI base, @Nullable String authorization) {
  private static final String API = "/scheduler/api/v1/";

  /**
   * @throws Failure if the address is none, or there is no password
   */
  static Connection of(Surroundings around, ConnectionSettings settings) {
    return new Connection(base(settings.url().value()), authorization(around, settings));
  }

  private static URI base(@Nullable String server) {
    try {
      URI uri = URI.create(String.valueOf(server).replaceFirst("/+$", "") + API);
      if (uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // The text below says what is expected
    }
    throw new Failure(
        ExitStatus.USAGE,
        "'%s' is not an address such as %s".formatted(server, ConnectionSettings.LOCAL));
  }

  private static @Nullable String authorization(Surroundings around, ConnectionSettings settings) {
    String token = settings.token().value();
    if (token != null) {
      return "Bearer " + token;
    }
    String user = settings.user().value();
    if (user == null) {
      return null;
    }
    String password = settings.password().value();
    if (password == null) {
      password = around.prompt().passwordOf(user);
    }
    if (password == null) {
      throw new Failure(
          ExitStatus.USAGE,
          "No password for %s: set GOODTIMING_PASSWORD or GOODTIMING_PASSWORD_FILE"
              .formatted(user));
    }
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }
}
