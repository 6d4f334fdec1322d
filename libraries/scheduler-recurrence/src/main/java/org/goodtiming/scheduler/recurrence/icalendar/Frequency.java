package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.temporal.ChronoUnit;

/** The values of FREQ, from the shortest to the longest. */
enum Frequency {
  SECONDLY(ChronoUnit.SECONDS),
  MINUTELY(ChronoUnit.MINUTES),
  HOURLY(ChronoUnit.HOURS),
  DAILY(ChronoUnit.DAYS),
  WEEKLY(ChronoUnit.WEEKS),
  MONTHLY(ChronoUnit.MONTHS),
  YEARLY(ChronoUnit.YEARS);

  private final ChronoUnit unit;

  Frequency(ChronoUnit unit) {
    this.unit = unit;
  }

  /** The length of a period. */
  ChronoUnit unit() {
    return unit;
  }

  /** Whether a period is shorter than a day, so that parts about days only limit. */
  boolean isWithinDay() {
    return compareTo(DAILY) < 0;
  }
}
