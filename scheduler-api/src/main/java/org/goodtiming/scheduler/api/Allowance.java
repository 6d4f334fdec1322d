package org.goodtiming.scheduler.api;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Limits of one transaction: number of jobs and time. */
final class Allowance {

  private final int maxJobs;
  private final long maxNanos;
  private final LongSupplier nanoTime;
  private final long start;
  private int taken;
  private boolean closed;

  /**
   * @param nanoTime a clock that never goes back, in nanoseconds
   */
  Allowance(int maxJobs, Duration maxTime, LongSupplier nanoTime) {
    this.maxJobs = maxJobs;
    this.maxNanos = maxTime.toNanos();
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
  }

  /**
   * Counts a job. A redelivered job closes the transaction, because its failure would roll back
   * later jobs, too.
   */
  void take(boolean redelivered) {
    taken++;
    closed = redelivered;
  }

  boolean isLeft() {
    return !closed && taken < maxJobs && nanoTime.getAsLong() - start < maxNanos;
  }

  int taken() {
    return taken;
  }
}
