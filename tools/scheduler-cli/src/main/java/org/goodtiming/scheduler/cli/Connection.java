package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the API is, and who asks.
 *
 * @param authorization value of the header of this name; null if nobody has logged in
 */
record Connection(URI base, @Nullable String authorization) {
  private static final String API = "/scheduler/api/v1/";
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]+");
  private static final Set<String> WEB = Set.of("http", "https");
  private static final Set<String> NO_PATH = Set.of("", "/");

  /**
   * @throws Failure if the address is none, or there is no password
   */
  static Connection of(Surroundings around, ConnectionSettings settings) {
    return new Connection(base(settings.url()), authorization(around, settings));
  }

  private static URI base(Setting server) {
    String text = String.valueOf(server.value());
    String fault = "it does not begin with http:// or https:// and a host";
    try {
      URI uri = URI.create(text);
      if (uri.getHost() != null && WEB.contains(String.valueOf(uri.getScheme()))) {
        fault = fault(uri);
      }
      if (fault == null) {
        return uri.resolve(API);
      }
    } catch (IllegalArgumentException e) {
      // The text below names the expected form
    }
    throw new Failure(
        ExitStatus.USAGE,
        "'%s' (%s) is not the address of a node, such as %s: %s"
            .formatted(
                text.replaceFirst("//.*@", "//...@"),
                server.source(),
                ConnectionSettings.LOCAL,
                fault));
  }

  /** The fault of an address; null if it may receive a login. */
  private static @Nullable String fault(URI server) {
    if (server.getRawUserInfo() != null) {
      return "it has a user, whom --user names";
    }
    if (!NO_PATH.contains(server.getRawPath())) {
      return "it has a path";
    }
    return server.getRawQuery() == null && server.getRawFragment() == null
        ? null
        : "it has more than a host and a port";
  }

  private static @Nullable String authorization(Surroundings around, ConnectionSettings settings) {
    String token = settings.token().value();
    if (token != null) {
      if (!TOKEN.matcher(token).matches()) {
        throw new Failure(
            ExitStatus.USAGE,
            "What %s has is not a bearer token".formatted(settings.token().source()));
      }
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
