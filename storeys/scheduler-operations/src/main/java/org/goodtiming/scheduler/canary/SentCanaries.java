package org.goodtiming.scheduler.canary;

import java.time.Instant;
import java.util.List;

/**
 * The canaries of one run.
 *
 * @param begunAt by the database's clock
 * @param nanoTime that moment by the monotonic clock
 */
record SentCanaries(List<SentCanary> canaries, Instant begunAt, long nanoTime) {

  /** The database's time, extrapolated. */
  Instant now() {
    return begunAt.plusNanos(System.nanoTime() - nanoTime);
  }
}
