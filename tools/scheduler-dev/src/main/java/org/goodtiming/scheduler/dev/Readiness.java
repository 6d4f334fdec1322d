package org.goodtiming.scheduler.dev;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a component, but not for one that has already ended. */
record Readiness(Component component, Duration limit) {
  private static final long POLL_MILLIS = 100;

  void await(BooleanSupplier ready) {
    var deadline = System.nanoTime() + limit.toNanos();
    while (!ready.getAsBoolean()) {
      if (!component.running()) {
        throw Problem.ENDED.with(component.end());
      }
      if (System.nanoTime() > deadline) {
        throw notReady();
      }
      pause();
    }
  }

  private void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notReady();
    }
  }

  private DevStackException notReady() {
    return Problem.NOT_READY.with(
        component.name(),
        limit.toSeconds(),
        component.statement() + new LogTail(component.lastWords()));
  }
}
