package org.goodtiming.scheduler.recurrence.icalendar;

/**
 * {@code 2MO} or {@code -1FR}: a weekday of a month or year.
 *
 * @param number from 1, or from -1 at the end
 * @param day 0 means Monday
 */
record NumberedWeekday(int number, int day) {
  private static final int WEEK = 7;

  /**
   * The index of the day, negative or past the end when the period does not have it.
   *
   * @param first the index of the first such weekday in the period
   * @param length the number of days of the period
   */
  int index(int first, int length) {
    int last = first + (length - 1 - first) / WEEK * WEEK;
    return number > 0 ? first + (number - 1) * WEEK : last + (number + 1) * WEEK;
  }
}
