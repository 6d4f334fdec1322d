package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for an observable condition, and treats an error on the way as "not yet". */
final class Wait {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private Wait() {}

  /** Whether it came true within the limit. */
  static boolean until(Duration limit, Callable<Boolean> condition) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > end) {
        return false;
      }
      pause(BETWEEN_LOOKS);
    }
    return true;
  }

  static void pause(Duration length) throws InterruptedException {
    Thread.sleep(length.toMillis());
  }

  private static boolean holds(Callable<Boolean> condition) throws InterruptedException {
    try {
      return condition.call();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      // The database or the broker may be away, and come back.
      return false;
    }
  }
}
