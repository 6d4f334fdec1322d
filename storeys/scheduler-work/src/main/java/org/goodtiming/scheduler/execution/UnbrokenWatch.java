package org.goodtiming.scheduler.execution;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Whether a periodic check has run for long enough without a longer pause. */
final class UnbrokenWatch {

  private final long leastNanos;
  private final long pauseNanos;
  private final LongSupplier nanoTime;
  private long since;
  private long lastLook;
  private boolean begun;

  /**
   * @param least minimum duration of the checks
   * @param pause after a longer pause between two checks the time starts again
   */
  UnbrokenWatch(Duration least, Duration pause, LongSupplier nanoTime) {
    this.leastNanos = least.toNanos();
    this.pauseNanos = pause.toNanos();
    this.nanoTime = nanoTime;
  }

  /** Whether the watch has lasted long enough. Call it at each check. */
  boolean isLongEnough() {
    long now = nanoTime.getAsLong();
    if (!begun || now - lastLook > pauseNanos) {
      since = now;
      begun = true;
    }
    lastLook = now;
    return now - since >= leastNanos;
  }
}
