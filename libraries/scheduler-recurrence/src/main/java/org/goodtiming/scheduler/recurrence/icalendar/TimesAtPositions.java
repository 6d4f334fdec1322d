package org.goodtiming.scheduler.recurrence.icalendar;

import java.util.Arrays;

/** Times that BYSETPOS selects among the times of each week, month or year. */
record TimesAtPositions(
    RuleDays days,
    DayPeriods periods,
    TimeList timesOfDay,
    Positions positions,
    SearchSteps counter)
    implements RuleTimes {

  @Override
  public long nextOrSame(long second) {
    counter.beginSearch();
    long day = days.nextOrSame(periodBegin(Math.floorDiv(second, TimesOfDays.DAY)));
    while (day != NONE) {
      long end = periods.begin(periods.index(day) + 1);
      long time = firstIn(day, end, second);
      if (time != NONE) {
        return time;
      }
      day = days.nextOrSame(end);
    }
    return NONE;
  }

  private long periodBegin(long day) {
    return periods.begin(periods.index(day));
  }

  /** The first selected time, not before the given second, of the period that ends before a day. */
  private long firstIn(long firstDay, long end, long second) {
    long[] matching = days(firstDay, end);
    if (!counter.areLeft()) {
      return NONE;
    }
    for (int index : positions.indexes(matching.length * timesOfDay.size())) {
      long day = matching[index / timesOfDay.size()];
      long time = day * TimesOfDays.DAY + timesOfDay.get(index % timesOfDay.size());
      if (time >= second) {
        return time;
      }
    }
    return NONE;
  }

  private long[] days(long first, long end) {
    long[] found = new long[(int) (end - first)];
    int size = 0;
    for (long day = first; day != NONE && day < end; day = days.nextOrSame(day + 1)) {
      found[size++] = day;
    }
    counter.add(size);
    return Arrays.copyOf(found, size);
  }

  @Override
  public long steps() {
    return counter.taken();
  }
}
