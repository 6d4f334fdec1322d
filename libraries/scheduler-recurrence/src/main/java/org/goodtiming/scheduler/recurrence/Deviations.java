package org.goodtiming.scheduler.recurrence;

import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.jspecify.annotations.Nullable;

/**
 * Why the due times are not those of the rule.
 *
 * @param calendar the times at which no run is due; null for none
 * @param roll what happens to a run of a day that the calendar excludes as a whole
 * @param rdate times at which a run is due as well
 * @param exdate times and dates at which no run is due
 */
public record Deviations(
    @Nullable ExclusionCalendar calendar, Roll roll, ListedTimes rdate, ListedTimes exdate) {
  static final Deviations NONE =
      new Deviations(null, Roll.NONE, ListedTimes.NONE, ListedTimes.NONE);
}
