package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Deadline of a tick or a fallback, on the monotonic clock. */
final class Deadline {

  private final LongSupplier nanoTime;
  private final long end;

  private Deadline(LongSupplier nanoTime, Duration length) {
    this.nanoTime = nanoTime;
    this.end = nanoTime.getAsLong() + length.toNanos();
  }

  static Deadline in(Duration length) {
    return new Deadline(System::nanoTime, length);
  }

  static Deadline in(Duration length, LongSupplier nanoTime) {
    return new Deadline(nanoTime, length);
  }

  Duration remaining() {
    return Duration.ofNanos(Math.max(0, end - nanoTime.getAsLong()));
  }

  boolean passed() {
    return remaining().isZero();
  }
}
