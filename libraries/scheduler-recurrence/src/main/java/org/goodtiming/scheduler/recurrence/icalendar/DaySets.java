package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.LocalDate;
import java.util.List;

/** The days that each of the parts BYMONTHDAY, BYYEARDAY, BYWEEKNO and BYDAY allows. */
final class DaySets {
  private static final int WEEK = 7;
  private static final int MAX_DAYS_OF_MONTH = 31;

  private DaySets() {}

  static DaySet monthDays(List<Integer> values) {
    long fromBegin = Masks.of(values.stream().filter(v -> v > 0).mapToInt(v -> v - 1));
    int[] fromEnd = values.stream().filter(v -> v < 0).mapToInt(v -> v).toArray();
    return month -> {
      long days = fromBegin & month.allDays();
      for (int value : fromEnd) {
        days |= month.day(month.length() + value);
      }
      return days;
    };
  }

  static DaySet yearDays(List<Integer> values) {
    int[] numbers = values.stream().mapToInt(v -> v).toArray();
    return month -> {
      long days = 0;
      for (int value : numbers) {
        days |= month.dayOfYear(value > 0 ? value - 1 : month.yearLength() + value);
      }
      return days;
    };
  }

  /** Weekdays without number, as a mask; bit 0 means Monday. */
  static DaySet weekdays(long mask) {
    long weeks = 0;
    for (int day = 0; day < MAX_DAYS_OF_MONTH + WEEK; day++) {
      weeks |= Masks.contains(mask, day % WEEK) ? 1L << day : 0;
    }
    long pattern = weeks;
    return month -> pattern >>> month.weekday() & month.allDays();
  }

  static DaySet numberedInMonth(NumberedWeekday weekday) {
    return month -> month.day(weekday.index(month.first(weekday.day()), month.length()));
  }

  static DaySet numberedInYear(NumberedWeekday weekday) {
    return month -> {
      int first = Math.floorMod(month.first(weekday.day()) + month.dayOfYear(), WEEK);
      return month.dayOfYear(weekday.index(first, month.yearLength()));
    };
  }

  /**
   * Weeks of a year. A week belongs to the year that has four of its days; a day of January or
   * December may belong to a week of another year.
   *
   * @param weekStart first day of each week; 0 means Monday
   */
  static DaySet weeks(List<Integer> values, int weekStart) {
    return month -> {
      long days = 0;
      int sinceWeekStart = Math.floorMod(month.weekday() - weekStart, WEEK);
      for (int begin = -sinceWeekStart; begin < month.length(); begin += WEEK) {
        if (hasNumber(values, month.firstDay() + begin)) {
          days |= begin < 0 ? Masks.below(WEEK + begin) : Masks.below(WEEK) << begin;
        }
      }
      return days & month.allDays();
    };
  }

  private static boolean hasNumber(List<Integer> values, long firstDayOfWeek) {
    LocalDate fourth = LocalDate.ofEpochDay(firstDayOfWeek + 3);
    int week = (fourth.getDayOfYear() - 1) / WEEK + 1;
    int weeksAfter = (fourth.lengthOfYear() - fourth.getDayOfYear()) / WEEK;
    return values.contains(week) || values.contains(-1 - weeksAfter);
  }
}
