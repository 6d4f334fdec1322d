package org.goodtiming.scheduler.load;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs were dispatched at the same times before an interval of a forecast; null stands for
 * a time of which nothing is known.
 *
 * @param day a day before, or the fewest days that lie in the past
 * @param week a week before, or the fewest weeks that lie in the past
 */
public record Throughput(@Nullable Long day, @Nullable Long week) {

  /** The interval a number of periods before, at least one, so that they have passed. */
  static Range past(Range interval, Duration period, Instant now) {
    Duration ahead = Duration.between(now, interval.to());
    long periods = ahead.isNegative() ? 1 : ahead.plus(period).minusNanos(1).dividedBy(period);
    Duration shift = period.multipliedBy(Math.max(1, periods));
    return new Range(interval.from().minus(shift), interval.to().minus(shift));
  }

  /**
   * @param to exclusive
   */
  record Range(Instant from, Instant to) {}
}
