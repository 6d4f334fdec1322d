package org.goodtiming.scheduler.recurrence.icalendar;

/** The times of a period within a day, as sorted seconds from the beginning of the period. */
interface TimeList {
  /** No time, no day. */
  int NONE = -1;

  int size();

  int get(int index);

  /** The first time that is not before the given second; {@link #NONE} when there is none. */
  int nextOrSame(int second);

  default boolean isEmpty() {
    return size() == 0;
  }
}
