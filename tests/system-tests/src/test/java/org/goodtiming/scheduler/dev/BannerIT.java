package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.Test;

/**
 * Somebody reads the banner of ./scheduler dev, and opens the console, and logs in to the REST API.
 */
class BannerIT {

  private static final Pattern API =
      Pattern.compile("console (\\S+), user (\\S+), password rest\\.admin\\s+REST API (\\S+)");
  private static final Pattern PASSWORDS =
      Pattern.compile("Passwords +(.+) \\(console and REST API: (\\S+)\\)");

  @Test
  void the_banner_shows_each_nodes_console_and_api_and_where_the_password_of_its_first_user_is()
      throws Exception {
    SystemStack stack = SystemStack.shared();
    String banner = Banner.of(stack.devStack());

    String password = password(banner);
    List<MatchResult> apis = API.matcher(banner).results().toList();
    assertThat(apis).hasSize(2);
    for (MatchResult api : apis) {
      assertThat(api.group(2)).isEqualTo("admin");
      assertThat(status(api.group(1), api.group(2), password)).isEqualTo(200);
      assertThat(status(api.group(3) + "/users", api.group(2), password)).isEqualTo(200);
    }
  }

  private static String password(String banner) throws IOException {
    MatchResult found = PASSWORDS.matcher(banner).results().findFirst().orElseThrow();
    Properties passwords = new Properties();
    try (var file = Files.newBufferedReader(Path.of(found.group(1)))) {
      passwords.load(file);
    }
    return passwords.getProperty(found.group(2));
  }

  private static int status(String url, String user, String password) throws Exception {
    HttpClient http =
        HttpClient.newBuilder()
            .authenticator(
                new Authenticator() {
                  @Override
                  protected PasswordAuthentication getPasswordAuthentication() {
                    return new PasswordAuthentication(user, password.toCharArray());
                  }
                })
            .build();
    return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
        .statusCode();
  }
}
