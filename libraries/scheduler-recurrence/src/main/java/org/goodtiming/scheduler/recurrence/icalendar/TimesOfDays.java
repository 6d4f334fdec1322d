package org.goodtiming.scheduler.recurrence.icalendar;

/** Times of a rule whose periods are days or longer: each day has the same times. */
record TimesOfDays(RuleDays days, TimeList times, SearchSteps counter) implements RuleTimes {
  static final int DAY = 86_400;

  @Override
  public long nextOrSame(long second) {
    counter.beginSearch();
    long from = Math.floorDiv(second, DAY);
    long day = times.isEmpty() ? NONE : days.nextOrSame(from);
    if (day == from) {
      int time = times.nextOrSame(Math.floorMod(second, DAY));
      if (time != TimeList.NONE) {
        return day * DAY + time;
      }
      day = days.nextOrSame(from + 1);
    }
    return day == NONE ? NONE : day * DAY + times.get(0);
  }

  @Override
  public long steps() {
    return counter.taken();
  }
}
