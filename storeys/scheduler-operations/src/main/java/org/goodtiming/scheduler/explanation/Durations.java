package org.goodtiming.scheduler.explanation;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times between two moments, for people. */
final class Durations {

  /**
   * Delays below this need no explanation; the same tolerance applies to overdue jobs of a worker
   * queue.
   */
  private static final Duration TOLERANCE = Duration.ofSeconds(1);

  private Durations() {}

  /** The duration, truncated to milliseconds. */
  static Duration between(Instant from, Instant to) {
    return Duration.between(from, to).truncatedTo(ChronoUnit.MILLIS);
  }

  static boolean isLate(Instant due, Instant actual) {
    return between(due, actual).compareTo(TOLERANCE) > 0;
  }
}
