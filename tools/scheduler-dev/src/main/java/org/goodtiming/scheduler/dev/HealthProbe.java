package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Asks a node whether it is ready. */
record HealthProbe(String address) {
  /** The path of the scheduler's readiness on each server. */
  static final String SCHEDULER = "/scheduler/ready";

  /** Where a server asks all of its applications. */
  static final String MICROPROFILE = "/health/ready";

  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

  private static final Pattern PROBLEM = Pattern.compile("\"problem\" *: *\"([^\"]*)\"");

  /** The answer of a running node. */
  record Answer(int status, String body) {

    boolean ready() {
      return status == 200;
    }

    /** Why the node is not ready, in its words; empty if it does not say. */
    String problem() {
      var problem = PROBLEM.matcher(body);
      return problem.find() ? problem.group(1) : "";
    }
  }

  boolean succeeds() {
    return ask().filter(Answer::ready).isPresent();
  }

  /** Empty if the node does not answer. */
  Optional<Answer> ask() {
    try {
      return Optional.of(send());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The node's answer, or the reason why it does not answer. */
  String answer() {
    try {
      return send().body();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Answer send() throws IOException {
    try {
      var request = HttpRequest.newBuilder(URI.create(address)).timeout(LIMIT).build();
      var response = CLIENT.send(request, BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }
}
