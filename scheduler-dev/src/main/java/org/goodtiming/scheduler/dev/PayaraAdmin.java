package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Payara's administration commands over HTTP: no client JVM to start for each. */
record PayaraAdmin(int port) {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  /** The answer, or empty when the server does not answer in that time. */
  Optional<AdminAnswer> ask(String command, Map<String, String> parameters, Duration limit) {
    try {
      var request =
          HttpRequest.newBuilder(uri(command, parameters))
              .timeout(limit)
              .header("X-Requested-By", "scheduler-dev")
              .header("Accept", "application/json")
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      var response = CLIENT.send(request, BodyHandlers.ofString(UTF_8));
      return response.body().contains("exit_code")
          ? Optional.of(new AdminAnswer(response.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
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
