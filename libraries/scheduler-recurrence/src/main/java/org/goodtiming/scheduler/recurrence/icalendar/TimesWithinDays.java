package org.goodtiming.scheduler.recurrence.icalendar;

/**
 * Times of a rule whose periods are hours, minutes or seconds.
 *
 * @param unit length of a period in seconds
 * @param first index of a period that INTERVAL selects, counted from 1970-01-01T00:00
 * @param limits the times of a day at which a period may begin
 * @param times the times of each period
 */
record TimesWithinDays(
    int unit,
    int interval,
    long first,
    MatchingDays days,
    ClockTimes limits,
    TimeList times,
    SearchSteps counter)
    implements RuleTimes {
  private static final int DAY = TimesOfDays.DAY;

  @Override
  public long nextOrSame(long second) {
    counter.beginSearch();
    if (times.isEmpty()) {
      return NONE;
    }
    long from = Math.floorDiv(second, unit);
    long period = nextPeriod(from);
    if (period == from) {
      int time = times.nextOrSame((int) (second - period * unit));
      if (time != TimeList.NONE) {
        return period * unit + time;
      }
      period = nextPeriod(from + 1);
    }
    return period == NONE ? NONE : period * unit + times.get(0);
  }

  private long nextPeriod(long from) {
    long period = from;
    while (counter.areLeft()) {
      counter.add(1);
      period = selected(period);
      long allowed = nextAllowed(period);
      if (allowed == period || allowed == NONE) {
        return allowed;
      }
      period = allowed;
    }
    return NONE;
  }

  private long selected(long period) {
    long since = interval == 1 ? 0 : Math.floorMod(period - first, (long) interval);
    return since == 0 ? period : period + interval - since;
  }

  /** The first period that the parts of the rule allow, not before the given one. */
  private long nextAllowed(long period) {
    long second = period * unit;
    long from = Math.floorDiv(second, DAY);
    long day = days.nextOrSame(from);
    int time = day == from ? limits.nextOrSame(Math.floorMod(second, DAY)) : limits.get(0);
    if (time == TimeList.NONE) {
      day = days.nextOrSame(from + 1);
      time = limits.get(0);
    }
    return day == NONE ? NONE : (day * DAY + time) / unit;
  }

  @Override
  public long steps() {
    return counter.taken();
  }
}
