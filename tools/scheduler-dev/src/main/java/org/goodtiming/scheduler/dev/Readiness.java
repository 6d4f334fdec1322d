package org.goodtiming.scheduler.dev;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a component, but not for one that has already ended. */
record Readiness(Component component, Duration limit) {
  private static final long POLL_MILLIS = 100;

  void await(BooleanSupplier ready) {
    await(ready, () -> "");
  }

  /**
   * @param state what the component says of itself, for the message that it is not ready
   */
  void await(BooleanSupplier ready, Supplier<String> state) {
    var deadline = System.nanoTime() + limit.toNanos();
    while (!ready.getAsBoolean()) {
      if (!component.running()) {
        throw Problem.ENDED.with(component.end());
      }
      if (System.nanoTime() > deadline) {
        throw notReady(state);
      }
      pause(state);
    }
  }

  private void pause(Supplier<String> state) {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notReady(state);
    }
  }

  private DevStackException notReady(Supplier<String> state) {
    return Problem.NOT_READY.with(
        component.name(), limit.toSeconds(), state.get() + new LogTail(component.lastWords()));
  }
}
