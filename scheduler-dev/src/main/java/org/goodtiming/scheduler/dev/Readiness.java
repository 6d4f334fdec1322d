package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a component, but not for one that has already ended. */
record Readiness(String component, Path log, Duration limit) {
  private static final long POLL_MILLIS = 100;

  void await(OsProcess process, BooleanSupplier ready) {
    var deadline = System.nanoTime() + limit.toNanos();
    while (!ready.getAsBoolean()) {
      if (!process.alive()) {
        throw Problem.ENDED.with(component, log);
      }
      if (System.nanoTime() > deadline) {
        throw Problem.NOT_READY.with(component, limit.toSeconds(), log);
      }
      pause();
    }
  }

  private void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.NOT_READY.because(e, component, 0, log);
    }
  }
}
