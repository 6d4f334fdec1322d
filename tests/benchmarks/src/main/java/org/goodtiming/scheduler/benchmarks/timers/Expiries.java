package org.goodtiming.scheduler.benchmarks.timers;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Between timers, which nothing stops, and a handler that is not always there. */
public final class Expiries {
  private static volatile CompletableFuture<Consumer<String>> handler = new CompletableFuture<>();

  private Expiries() {}

  /** From now on they go to the handler, those that wait for one as well. */
  public static void to(Consumer<String> newHandler) {
    var waitedFor = handler;
    handler = CompletableFuture.completedFuture(newHandler);
    waitedFor.complete(newHandler);
  }

  /** Makes expiries wait from now on. */
  public static void hold() {
    handler = new CompletableFuture<>();
  }

  static void handOn(String payload) {
    handler.join().accept(payload);
  }
}
