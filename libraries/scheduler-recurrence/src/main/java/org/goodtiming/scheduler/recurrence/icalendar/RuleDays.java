package org.goodtiming.scheduler.recurrence.icalendar;

/** The days that all parts of a rule allow, in the periods that INTERVAL selects. */
record RuleDays(DayPeriods periods, MatchingDays days, SearchSteps steps) {

  /** The first day that is not before the given one; {@link RuleTimes#NONE} when none is found. */
  long nextOrSame(long from) {
    long day = periods.nextOrSame(from);
    while (steps.areLeft()) {
      long matching = days.nextOrSame(day);
      day = matching == RuleTimes.NONE ? matching : periods.nextOrSame(matching);
      if (day == matching) {
        return day;
      }
      steps.add(1);
    }
    return RuleTimes.NONE;
  }
}
