package org.goodtiming.scheduler.system;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.goodtiming.scheduler.dev.ServerNode;

/** What a node answers when it is asked whether it is ready; it does so within a second. */
record Readiness(boolean up, String text) {

  private static final Duration LIMIT = Duration.ofSeconds(1);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  static Readiness of(ServerNode node) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.url() + "/scheduler/ready")).timeout(LIMIT).build();
    try {
      var answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      return new Readiness(answer.statusCode() == 200, answer.body());
    } catch (IOException e) {
      return new Readiness(false, e.toString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean says(String name, String value) {
    return text.contains("\"%s\":\"%s\"".formatted(name, value));
  }
}
