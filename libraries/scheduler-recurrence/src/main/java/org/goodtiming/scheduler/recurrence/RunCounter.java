package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.function.Consumer;
import org.goodtiming.scheduler.recurrence.WallClockTimes.Counted;

/**
 * Counts the runs of a rule from its first on, up to its COUNT: a time that a clock change skips is
 * no run, and a time that is due twice is two.
 */
final class RunCounter {
  private static final Consumer<Omission> IGNORE = omission -> {};
  private final WallClock wallClock;
  private final long count;

  /** The last run counted, the first being number 1. */
  private Instant counted;

  private long runs;

  /**
   * @param wallClock of the rule, for this counter alone
   * @param start the instant from which runs count
   */
  RunCounter(WallClock wallClock, Instant start, long count) {
    this.wallClock = wallClock;
    this.count = count;
    this.counted = start.minusNanos(1);
  }

  /** Whether a run is one of those that count. */
  boolean includes(Instant run) {
    while (counted.isBefore(run) && runs < count) {
      if (!countNext(Instant.MAX)) {
        return false;
      }
      countUntilClockChange(LocalDateTime.MAX);
    }
    return !run.isAfter(counted);
  }

  /** The number of runs before an instant, which is not before one that was asked for earlier. */
  long countBefore(Instant end) {
    while (runs < count && countNext(end)) {
      countUntilClockChange(
          OffsetPeriod.at(counted, wallClock.anchor().zone().getRules()).local(end));
    }
    return runs;
  }

  private boolean countNext(Instant end) {
    DueTime next = wallClock.nextAfter(counted, IGNORE);
    if (next == null || !next.at().isBefore(end)) {
      return false;
    }
    counted = next.at();
    runs++;
    return true;
  }

  /** Between clock changes, and apart from them, each time of the rule is a run. */
  private void countUntilClockChange(LocalDateTime end) {
    OffsetPeriod period = OffsetPeriod.at(counted, wallClock.anchor().zone().getRules());
    LocalDateTime last = period.local(counted);
    if (last.isBefore(period.repeatedUntil()) || last.isBefore(wallClock.shiftedUntil(period))) {
      return;
    }
    LocalDateTime limit = wallClock.limit(period);
    Counted more = wallClock.times().count(last, end.isBefore(limit) ? end : limit, count - runs);
    runs += more.number();
    counted = period.instant(more.last());
  }
}
