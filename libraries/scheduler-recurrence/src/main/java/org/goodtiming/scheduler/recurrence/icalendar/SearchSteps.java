package org.goodtiming.scheduler.recurrence.icalendar;

/** Limits each search of a rule to a number of steps, so that it ends on any machine alike. */
final class SearchSteps {
  /** Cost of the days of a month, relative to a tried hour, minute or second. */
  static final int MONTH = 8;

  private final int limit;
  private long taken;
  private long end;

  private SearchSteps(int limit) {
    this.limit = limit;
  }

  /** More than the seconds of a day, or the months of a thousand years. */
  static SearchSteps ofLongSearch() {
    return new SearchSteps(100_000);
  }

  /** All months of the 400 years after which the Gregorian calendar repeats. */
  static SearchSteps ofAllMonths() {
    return new SearchSteps(402 * 12 * MONTH);
  }

  void beginSearch() {
    end = taken + limit;
  }

  boolean areLeft() {
    return taken < end;
  }

  void add(int number) {
    taken += number;
  }

  long taken() {
    return taken;
  }
}
