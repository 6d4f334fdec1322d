package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A stretch of time on the monotonic clock: how long a tick, or a fallback, may go on. */
final class Beat {

  private final LongSupplier nanoTime;
  private final long end;

  private Beat(LongSupplier nanoTime, Duration length) {
    this.nanoTime = nanoTime;
    this.end = nanoTime.getAsLong() + length.toNanos();
  }

  static Beat of(Duration length) {
    return new Beat(System::nanoTime, length);
  }

  static Beat of(Duration length, LongSupplier nanoTime) {
    return new Beat(nanoTime, length);
  }

  Duration remaining() {
    return Duration.ofNanos(Math.max(0, end - nanoTime.getAsLong()));
  }

  boolean over() {
    return remaining().isZero();
  }
}
