package org.goodtiming.scheduler.recurrence;

/** The treatment of a run on a day that the calendar excludes as a whole. */
public enum Roll {
  /** The run is omitted. */
  NONE,
  /** Due at the same time on the last day before that the calendar does not exclude. */
  BACK,
  /** Due at the same time on the first day after that the calendar does not exclude. */
  FORWARD
}
