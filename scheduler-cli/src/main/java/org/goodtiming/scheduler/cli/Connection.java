package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where the API is, and who asks. An option wins over the environment, which wins over the profile.
 *
 * @param authorization value of the header of this name; null if nobody has logged in
 */
record Connection(URI base, @Nullable String authorization) {
  private static final String LOCAL = "http://127.0.0.1:8080";
  private static final String API = "/scheduler/api/v1/";

  static Connection of(
      Surroundings around,
      @Nullable String profileName,
      @Nullable String url,
      @Nullable String user) {
    String name = first(profileName, around.variable("GOODTIMING_PROFILE"));
    Profile profile = Profile.read(around.profiles(), name);
    String server = first(url, around.variable("GOODTIMING_URL"), profile.url(), LOCAL);
    String login = first(user, around.variable("GOODTIMING_USER"), profile.user());
    return new Connection(base(server), authorization(around, profile, login));
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
        ExitStatus.USAGE, "'%s' is not an address such as %s".formatted(server, LOCAL));
  }

  private static @Nullable String authorization(
      Surroundings around, Profile profile, @Nullable String login) {
    String token = first(around.variable("GOODTIMING_TOKEN"), Secret.ofFile(profile.tokenFile()));
    if (token != null && around.variable("GOODTIMING_PASSWORD") == null) {
      return "Bearer " + token;
    }
    if (login == null) {
      return null;
    }
    String password =
        first(
            Secret.ofEnvironment(around, "GOODTIMING_PASSWORD"),
            Secret.ofFile(profile.passwordFile()));
    if (password == null) {
      password = Secret.ofPrompt(around, login);
    }
    if (password == null) {
      throw new Failure(
          ExitStatus.USAGE,
          "No password for %s: set GOODTIMING_PASSWORD or GOODTIMING_PASSWORD_FILE"
              .formatted(login));
    }
    return "Basic " + Base64.getEncoder().encodeToString((login + ":" + password).getBytes(UTF_8));
  }

  private static @Nullable String first(@Nullable String... values) {
    for (String value : values) {
      if (value != null) {
        return value;
      }
    }
    return null;
  }
}
