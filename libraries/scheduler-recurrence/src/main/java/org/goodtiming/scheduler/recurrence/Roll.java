package org.goodtiming.scheduler.recurrence;

/** What happens to a run of a day that the calendar excludes as a whole. */
public enum Roll {
  /** There is no run. */
  NONE,
  /** Due at the same time on the last day before that the calendar does not exclude. */
  BACK,
  /** Due at the same time on the first day after that the calendar does not exclude. */
  FORWARD
}
