package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.LocalDate;

/**
 * A month, and its place in the year. Its days are bits of a mask; bit 0 means the first.
 *
 * @param firstDay its first day, counted from 1970-01-01
 * @param dayOfYear of the first day, counted from 0
 * @param weekday of the first day; 0 means Monday
 */
record CalendarMonth(
    int month, long firstDay, int length, int dayOfYear, int yearLength, int weekday) {
  private static final int WEEK = 7;

  static CalendarMonth of(long day) {
    LocalDate first = LocalDate.ofEpochDay(day).withDayOfMonth(1);
    return new CalendarMonth(
        first.getMonthValue(),
        first.toEpochDay(),
        first.lengthOfMonth(),
        first.getDayOfYear() - 1,
        first.lengthOfYear(),
        first.getDayOfWeek().getValue() - 1);
  }

  long allDays() {
    return Masks.below(length);
  }

  /** The day at an index, which may lie outside of the month. */
  long day(int index) {
    return index >= 0 && index < length ? 1L << index : 0;
  }

  /** The day of the year, counted from 0. */
  long dayOfYear(int index) {
    return day(index - dayOfYear);
  }

  /** The index of the first such weekday; 0 means Monday. */
  int first(int weekdayInWeek) {
    return Math.floorMod(weekdayInWeek - weekday, WEEK);
  }
}
