package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A rule that names wall-clock times. */
public sealed interface WallClockRule extends Rule
    permits CronRule, CalendarInterval, DailyInterval, RepeatingPeriod, IcalendarRule {

  /** The first time of the rule that is not before the given one; null when there is none. */
  @Nullable LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor);

  /** The same for several questions of one search. */
  default WallClockTimes times(Anchor anchor) {
    return from -> nextOrSame(from, anchor);
  }

  /** Whether the rule names a distance between times instead of times of the day. */
  boolean isInterval();

  /** Maximum number of runs from the start on; 0 for no limit. */
  default int count() {
    return 0;
  }

  /** No run is due after this instant; null for no limit. */
  default @Nullable Instant lastInstant() {
    return null;
  }

  /** An instant that is due although its time comes a second time; null when there is none. */
  default @Nullable Instant firstInstant(Anchor anchor) {
    return null;
  }
}
