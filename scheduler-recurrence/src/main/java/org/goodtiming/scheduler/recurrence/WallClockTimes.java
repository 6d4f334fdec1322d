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

  /** Periods of the rule that the search has passed until now, if passing them takes time. */
  default long steps() {
    return 0;
  }
}
