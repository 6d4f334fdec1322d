package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;

/**
 * What another machine's clock showed between two moments of this one's monotonic clock.
 *
 * @param asked moment before, in nanoseconds
 * @param answered moment after, in nanoseconds
 * @param from what the clock showed, at least
 * @param to what it showed, at most
 */
record ClockReading(long asked, long answered, Instant from, Instant to) {

  /**
   * By how much one clock is ahead of another, at most; below zero if it is behind. The more
   * readings, the closer to the truth: the swiftest answers count, as in NTP's clock filter (RFC
   * 5905, section 10).
   *
   * @param clock not empty
   * @param other not empty
   */
  static Duration lead(List<ClockReading> clock, List<ClockReading> other) {
    long upper =
        clock.stream().map(ClockReading::offsetAtMost).min(Comparator.naturalOrder()).orElseThrow();
    long lower =
        other.stream()
            .map(ClockReading::offsetAtLeast)
            .max(Comparator.naturalOrder())
            .orElseThrow();
    return Duration.ofNanos(upper - lower);
  }

  private long offsetAtMost() {
    return nanos(to) - asked;
  }

  private long offsetAtLeast() {
    return nanos(from) - answered;
  }

  private static long nanos(Instant instant) {
    return ChronoUnit.NANOS.between(Instant.EPOCH, instant);
  }
}
