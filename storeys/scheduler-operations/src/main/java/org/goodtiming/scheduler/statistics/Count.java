package org.goodtiming.scheduler.statistics;

import java.util.Locale;

/** The counters of a queue, in the order of the columns. */
public enum Count {
  /** Jobs that were stored: accepted, or replaced. */
  REGISTERED,
  DISPATCHED,
  /** Tracked runs that their workers reported as finished. */
  FINISHED,
  /** Tracked runs that ended as errors. */
  FAILED,
  /** Jobs that used up their attempts, and dead letters. */
  QUARANTINED;

  /** The name of the column, and in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
