package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;

/** Payara's administration commands over HTTP: no client JVM to start for each. */
final class PayaraAdmin {
  static final String USER = "admin";

  // Version 1.1, because with version 2 Payara closes the connection of a command that takes longer
  // than 30 s.
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  private final int port;
  private final String login;

  PayaraAdmin(int port, String password) {
    this.port = port;
    var login = USER + ":" + password;
    this.login = "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8));
  }

  AdminAnswer ask(String command, Map<String, String> parameters, Duration limit)
      throws IOException {
    var request =
        HttpRequest.newBuilder(uri(command, parameters))
            .timeout(limit)
            .header("X-Requested-By", "scheduler-dev")
            .header("Accept", "application/json")
            .header("Authorization", login)
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    try {
      return new AdminAnswer(CLIENT.send(request, BodyHandlers.ofString(UTF_8)).body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /** Whether it answers and succeeds in that time. */
  boolean succeeds(String command, Duration limit) {
    try {
      return ask(command, Map.of(), limit).success();
    } catch (IOException e) {
      return false;
    }
  }

  private URI uri(String command, Map<String, String> parameters) {
    var query =
        parameters.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    return URI.create("http://127.0.0.1:" + port + "/__asadmin/" + command + "?" + query);
  }
}
