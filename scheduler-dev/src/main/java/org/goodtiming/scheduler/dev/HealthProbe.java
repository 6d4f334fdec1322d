package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Asks MicroProfile Health of a node whether its applications are ready. */
record HealthProbe(String url) {
  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

  boolean succeeds() {
    try {
      return ask().statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** What the node answers, or why it does not answer. */
  String answer() {
    try {
      return ask().body();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private HttpResponse<String> ask() throws IOException {
    try {
      var request =
          HttpRequest.newBuilder(URI.create(url + "/health/ready")).timeout(LIMIT).build();
      return CLIENT.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }
}
