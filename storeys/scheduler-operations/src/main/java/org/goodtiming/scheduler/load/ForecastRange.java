package org.goodtiming.scheduler.load;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The intervals of a forecast; the last one may be shorter.
 *
 * @param from start of the first interval, to the microsecond
 * @param to end of the last interval, exclusive
 * @param step length of each interval, in whole seconds
 * @param queue null for all worker queues
 */
public record ForecastRange(Instant from, Instant to, Duration step, @Nullable String queue) {

  public ForecastRange {
    if (!from.isBefore(to) || step.toSeconds() < 1) {
      throw new IllegalArgumentException("from %s to %s by %s".formatted(from, to, step));
    }
  }

  /** The number of intervals. */
  public long size() {
    Duration whole = Duration.between(from, to);
    long full = whole.dividedBy(step);
    return step.multipliedBy(full).equals(whole) ? full : full + 1;
  }

  Instant start(int interval) {
    return from.plus(step.multipliedBy(interval));
  }

  /** The exclusive end of an interval. */
  Instant end(int interval) {
    Instant end = start(interval).plus(step);
    return end.isAfter(to) ? to : end;
  }

  /** The interval of a time within the range. */
  int intervalOf(Instant time) {
    // The division of durations takes a microsecond, of which forecasts have ten thousand
    return Math.toIntExact(
        ChronoUnit.MICROS.between(from, time) / TimeUnit.SECONDS.toMicros(step.toSeconds()));
  }
}
