package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;

/**
 * The days, weeks, months or years that INTERVAL selects. Days count from 1970-01-01, a Thursday.
 *
 * @param first the index of a selected period
 * @param weekStart first day of each week; 0 means Monday
 */
record DayPeriods(Frequency unit, int interval, long first, int weekStart) {
  private static final int WEEK = 7;
  private static final int WEEKDAY_OF_1970 = 3;
  private static final int MONTHS = 12;
  private static final long FIRST_MONTH_OF_1970 = 1970L * MONTHS;

  static DayPeriods of(Frequency unit, int interval, LocalDate start, int weekStart) {
    long first = new DayPeriods(unit, 1, 0, weekStart).index(start.toEpochDay());
    return new DayPeriods(unit, interval, first, weekStart);
  }

  long index(long day) {
    return switch (unit) {
      case SECONDLY, MINUTELY, HOURLY, DAILY -> day;
      case WEEKLY -> Math.floorDiv(day + WEEKDAY_OF_1970 - weekStart, WEEK);
      case MONTHLY -> monthIndex(LocalDate.ofEpochDay(day));
      case YEARLY -> LocalDate.ofEpochDay(day).getYear();
    };
  }

  private static long monthIndex(LocalDate day) {
    return (long) day.getYear() * MONTHS + day.getMonthValue() - 1 - FIRST_MONTH_OF_1970;
  }

  /** The first day of a period. */
  long begin(long index) {
    return switch (unit) {
      case SECONDLY, MINUTELY, HOURLY, DAILY -> index;
      case WEEKLY -> index * WEEK - WEEKDAY_OF_1970 + weekStart;
      case MONTHLY -> YearMonth.of(1970, 1).plus(index, ChronoUnit.MONTHS).atDay(1).toEpochDay();
      case YEARLY -> LocalDate.of(1970, 1, 1).withYear((int) index).toEpochDay();
    };
  }

  /** The first day, not before the given one, of a selected period. */
  long nextOrSame(long day) {
    if (interval == 1) {
      return day;
    }
    long index = index(day);
    long since = Math.floorMod(index - first, (long) interval);
    return since == 0 ? day : beginOrEnd(index + interval - since);
  }

  /** The year 999999999 is the last that LocalDate knows; INTERVAL may lead beyond it. */
  private long beginOrEnd(long index) {
    return unit == Frequency.YEARLY && index > 10_000 ? Long.MAX_VALUE : begin(index);
  }
}
