package org.goodtiming.scheduler.recurrence.cron;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Chooses days of a month: bit n of the answer stands for day n. The choice depends only on the
 * length of the month and the weekday of its first day.
 */
@FunctionalInterface
interface DayPattern {
  int daysOf(YearMonth month);

  /** Every day. */
  DayPattern ANY = month -> -1;

  default DayPattern or(DayPattern other) {
    return month -> daysOf(month) | other.daysOf(month);
  }

  default DayPattern and(DayPattern other) {
    return month -> daysOf(month) & other.daysOf(month);
  }

  /** {@code 1,15-20,LW}: the days of each item of a list. */
  static DayPattern anyOf(String list, Function<String, DayPattern> parser) {
    return TabulatedDays.of(
        Arrays.stream(list.split(",", -1)).map(parser).reduce(month -> 0, DayPattern::or));
  }

  /** {@code L-3}: this number of days before the last day. */
  static DayPattern beforeLast(int days) {
    return month -> bit(month.lengthOfMonth() - days);
  }

  /** {@code 15W}: the working day nearest to the day, in the same month. */
  static DayPattern workingDayNearest(int day) {
    return month -> day > month.lengthOfMonth() ? 0 : workingDay(month, day);
  }

  /** {@code LW} and {@code L-3W}. */
  static DayPattern workingDayNearestToLast(int days) {
    return month ->
        days >= month.lengthOfMonth() ? 0 : workingDay(month, month.lengthOfMonth() - days);
  }

  /** {@code MON}. */
  static DayPattern weekday(DayOfWeek weekday) {
    return month -> {
      int first = month.atDay(1).with(TemporalAdjusters.nextOrSame(weekday)).getDayOfMonth();
      return bit(first) | bit(first + 7) | bit(first + 14) | bit(first + 21) | bit(first + 28);
    };
  }

  /** {@code 6L}: the last of these weekdays. */
  static DayPattern lastWeekday(DayOfWeek weekday) {
    return month ->
        bit(month.atEndOfMonth().with(TemporalAdjusters.previousOrSame(weekday)).getDayOfMonth());
  }

  /** {@code 6#3}: the third of these weekdays; a month without it is omitted. */
  static DayPattern nthWeekday(DayOfWeek weekday, int n) {
    return month -> {
      int first = month.atDay(1).with(TemporalAdjusters.nextOrSame(weekday)).getDayOfMonth();
      return bit(first + 7 * (n - 1));
    };
  }

  private static int workingDay(YearMonth month, int day) {
    LocalDate date = month.atDay(day);
    return bit(
        switch (date.getDayOfWeek()) {
          case SATURDAY -> day == 1 ? 3 : day - 1;
          case SUNDAY -> day == month.lengthOfMonth() ? day - 2 : day + 1;
          case MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY -> day;
        });
  }

  private static int bit(int day) {
    return day < 1 || day > 31 ? 0 : 1 << day;
  }
}
