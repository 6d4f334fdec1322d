package org.goodtiming.scheduler.recurrence.icalendar;

/** The days that a part of a rule allows. */
@FunctionalInterface
interface DaySet {
  /** The days of a month as a mask; bit 0 means the first. */
  long of(CalendarMonth month);

  default DaySet and(DaySet other) {
    return month -> of(month) & other.of(month);
  }
}
