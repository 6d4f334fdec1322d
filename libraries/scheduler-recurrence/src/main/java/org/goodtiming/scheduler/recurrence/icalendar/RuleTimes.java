package org.goodtiming.scheduler.recurrence.icalendar;

/** The times of a rule on wall-clock time. They remember the last month; not for threads. */
public interface RuleTimes {
  /** No time is found. */
  long NONE = Long.MIN_VALUE;

  /**
   * The first time that is not before the given one; {@link #NONE} when none is found.
   *
   * @param second seconds since 1970-01-01T00:00 on the wall clock
   */
  long nextOrSame(long second);

  /** The cost of the searches so far. */
  long steps();
}
