package org.goodtiming.scheduler.gate;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs after the start of a server, which loads the scheduler later, or not at all: {@code
 * start-node --wait}.
 */
public final class ReadyWait {

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(30);

  /** The leader may have another check that is DOWN. */
  private static final String READY = "\"name\":\"scheduler\",\"status\":\"UP\"";

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final HttpRequest request;

  ReadyWait(URI health) {
    request = HttpRequest.newBuilder(health).timeout(Duration.ofSeconds(10)).build();
  }

  /**
   * Ends with status 0 when the scheduler is ready, and with 1 if it is not after ten minutes.
   *
   * @param arguments the address of the node's readiness
   */
  public static void main(String[] arguments) throws InterruptedException {
    System.exit(new ReadyWait(URI.create(arguments[0])).isReadyWithin(PATIENCE) ? 0 : 1);
  }

  boolean isReadyWithin(Duration limit) throws InterruptedException {
    long start = System.nanoTime();
    long reported = start;
    for (Optional<String> obstacle = obstacle(); obstacle.isPresent(); obstacle = obstacle()) {
      long now = System.nanoTime();
      if (now - start > limit.toNanos()) {
        System.out.printf(
            "SCHED-0628 the server runs, but its scheduler is not ready after %d s: %s answers %s%n",
            limit.toSeconds(), request.uri(), obstacle.get());
        return false;
      }
      if (now - reported > BETWEEN_REPORTS.toNanos()) {
        reported = now;
        System.out.printf("Waiting for %s, which answers %s%n", request.uri(), obstacle.get());
      }
      TimeUnit.MILLISECONDS.sleep(500);
    }
    return true;
  }

  private Optional<String> obstacle() throws InterruptedException {
    try {
      String answer = client.send(request, BodyHandlers.ofString()).body();
      return answer.contains(READY) ? Optional.empty() : Optional.of(answer);
    } catch (IOException e) {
      return Optional.of(String.valueOf(e));
    }
  }
}
