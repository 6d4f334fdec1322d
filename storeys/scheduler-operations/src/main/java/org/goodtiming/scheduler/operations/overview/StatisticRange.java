package org.goodtiming.scheduler.operations.overview;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The range of statistics: intervals of equal length, the last of which may be shorter.
 *
 * @param from a full minute
 * @param to a later full minute
 * @param step full minutes
 * @param queue null for all queues
 */
public record StatisticRange(Instant from, Instant to, Duration step, @Nullable String queue) {

  private static final long MINUTE = 60;

  /** Extends the range to full minutes. */
  public static StatisticRange around(
      Instant from, Instant to, Duration step, @Nullable String queue) {
    Instant first = from.truncatedTo(ChronoUnit.MINUTES);
    Instant last = to.truncatedTo(ChronoUnit.MINUTES);
    return new StatisticRange(
        first, last.equals(to) ? last : last.plusSeconds(MINUTE), step, queue);
  }

  /** Number of intervals. */
  public long intervals() {
    return Duration.between(from, to).plus(step).minusSeconds(1).dividedBy(step);
  }

  public Instant start(int interval) {
    return from.plus(step.multipliedBy(interval));
  }
}
