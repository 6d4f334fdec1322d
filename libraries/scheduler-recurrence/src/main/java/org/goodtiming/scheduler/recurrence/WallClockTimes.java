package org.goodtiming.scheduler.recurrence;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The times of a rule from one anchor, for one search. It may remember where the last answer was
 * found, so that the next one costs less; not for several threads.
 */
@FunctionalInterface
public interface WallClockTimes {

  /** The first time that is not before the given one; null when there is none. */
  @Nullable LocalDateTime nextOrSame(LocalDateTime from);

  /** Counts the times after one and before another, up to a number of them. */
  default Counted count(LocalDateTime after, LocalDateTime before, long most) {
    Counted counted = new Counted(0, after);
    while (counted.number() < most) {
      LocalDateTime next = nextOrSame(counted.last().plusNanos(1));
      if (next == null || !next.isBefore(before)) {
        return counted;
      }
      counted = new Counted(counted.number() + 1, next);
    }
    return counted;
  }

  /** A number of times, and a moment from the last of them on and before the next. */
  record Counted(long number, LocalDateTime last) {}

  /** Periods of the rule that the search has passed until now, if passing them takes time. */
  default long steps() {
    return 0;
  }
}
