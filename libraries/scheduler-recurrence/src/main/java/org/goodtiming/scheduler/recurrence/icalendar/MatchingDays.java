package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.LocalDate;

/** Finds days that all parts of a rule allow. Days count from 1970-01-01. Not for threads. */
final class MatchingDays {
  private static final long HORIZON = LocalDate.of(9999, 12, 31).toEpochDay();

  private final long months;
  private final DaySet days;
  private final SearchSteps steps;
  private CalendarMonth month = CalendarMonth.of(0);
  private long mask;

  /**
   * @param months the months allowed, as a mask; bit 1 means January
   */
  MatchingDays(long months, DaySet days, SearchSteps steps) {
    this.months = months;
    this.days = days;
    this.steps = steps;
  }

  /** The first day that is not before the given one; {@link RuleTimes#NONE} when none is found. */
  long nextOrSame(long from) {
    long day = from;
    while (day <= HORIZON && steps.areLeft()) {
      load(day);
      int found = Masks.nextOrSame(mask, (int) (day - month.firstDay()));
      if (found != TimeList.NONE) {
        return month.firstDay() + found;
      }
      day = firstDayOfNextMonth();
    }
    return RuleTimes.NONE;
  }

  private void load(long day) {
    if (day < month.firstDay() || day >= month.firstDay() + month.length() || mask == 0) {
      steps.add(SearchSteps.MONTH);
      month = CalendarMonth.of(day);
      mask = Masks.contains(months, month.month()) ? days.of(month) : 0;
    }
  }

  private long firstDayOfNextMonth() {
    int inYear = Masks.nextOrSame(months, month.month() + 1);
    LocalDate first = LocalDate.ofEpochDay(month.firstDay());
    return (inYear == TimeList.NONE
            ? LocalDate.of(first.getYear() + 1, Masks.first(months), 1)
            : first.withMonth(inYear))
        .toEpochDay();
  }
}
