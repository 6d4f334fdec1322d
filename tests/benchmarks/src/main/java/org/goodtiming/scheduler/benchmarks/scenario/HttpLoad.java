package org.goodtiming.scheduler.benchmarks.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.goodtiming.scheduler.benchmarks.CpuClock;
import org.goodtiming.scheduler.benchmarks.Figure;
import org.goodtiming.scheduler.dev.ServerNode;

/** Requests to a node, by its first user. */
final class HttpLoad {

  // More would only wait for each other on the server
  private static final int AT_ONCE = 32;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ServerNode node;
  private final String authorization;

  HttpLoad(ServerNode node) {
    this.node = node;
    var login = node.restUser() + ":" + node.restPassword();
    authorization = "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8));
  }

  /** A request of the REST API. */
  HttpRequest.Builder api(String path) {
    return any(node.restUrl() + path);
  }

  /** A request of another application on the node. */
  HttpRequest.Builder application(String path) {
    return any(node.url() + path);
  }

  private HttpRequest.Builder any(String url) {
    return HttpRequest.newBuilder(URI.create(url)).header("Authorization", authorization);
  }

  /**
   * Sends one request.
   *
   * @throws IllegalStateException if the answer has another status
   */
  HttpResponse<String> send(HttpRequest request, int status)
      throws IOException, InterruptedException {
    return checked(http.send(request, BodyHandlers.ofString()), status);
  }

  /** Sends a request that may be answered with 304. */
  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    var answer = http.send(request, BodyHandlers.ofString());
    return answer.statusCode() == 304 ? answer : checked(answer, 200);
  }

  /** Milliseconds from the request to the whole answer. */
  double millis(HttpRequest request) throws IOException, InterruptedException {
    long from = System.nanoTime();
    send(request, 200);
    return (System.nanoTime() - from) / 1e6;
  }

  /** Sends a request many times at an even pace. */
  Figure steadily(CpuClock cpu, HttpRequest request, int status, int perSecond, int seconds)
      throws InterruptedException {
    int count = perSecond * seconds;
    var permits = new Semaphore(AT_ONCE);
    var failure = new AtomicReference<Throwable>();
    var used = cpu.read();
    long from = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long wait = from + 1_000_000_000L * i / perSecond - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(wait);
      }
      permits.acquire();
      http.sendAsync(request, BodyHandlers.ofString())
          .thenAccept(answer -> checked(answer, status))
          .whenComplete(
              (answer, problem) -> {
                if (problem != null) {
                  failure.set(problem);
                }
                permits.release();
              });
    }
    permits.acquire(AT_ONCE);
    if (failure.get() != null) {
      throw new IllegalStateException("a request failed", failure.get());
    }
    double taken = (System.nanoTime() - from) / 1e9;
    return new Figure(count, taken, cpu.read().perJobSince(used, count));
  }

  private static HttpResponse<String> checked(HttpResponse<String> answer, int status) {
    if (answer.statusCode() != status) {
      throw new IllegalStateException(
          "%s answered %d: %s".formatted(answer.uri(), answer.statusCode(), answer.body()));
    }
    return answer;
  }
}
