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
  private final int count;

  /** The last run counted, the first being number 1. */
  private Instant counted;

  private int runs;

  /**
   * @param wallClock of the rule, for this counter alone
   * @param start the instant from which runs count
   */
  RunCounter(WallClock wallClock, Instant start, int count) {
    this.wallClock = wallClock;
    this.count = count;
    this.counted = start.minusNanos(1);
  }

  /** Whether a run is one of those that count. */
  boolean includes(Instant run) {
    while (counted.isBefore(run) && runs < count) {
      if (!countNext()) {
        return false;
      }
      countUntilClockChange();
    }
    return !run.isAfter(counted);
  }

  private boolean countNext() {
    DueTime next = wallClock.nextAfter(counted, IGNORE);
    if (next != null) {
      counted = next.at();
      runs++;
    }
    return next != null;
  }

  /** Between clock changes, and apart from them, each time of the rule is a run. */
  private void countUntilClockChange() {
    OffsetPeriod period = OffsetPeriod.at(counted, wallClock.anchor().zone().getRules());
    LocalDateTime last = period.local(counted);
    if (last.isBefore(period.repeatedUntil()) || last.isBefore(wallClock.shiftedUntil(period))) {
      return;
    }
    Counted more = wallClock.times().count(last, wallClock.limit(period), count - runs);
    runs += more.number();
    counted = period.instant(more.last());
  }
}
