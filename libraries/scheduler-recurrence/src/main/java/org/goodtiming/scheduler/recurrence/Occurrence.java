package org.goodtiming.scheduler.recurrence;

import java.time.Instant;

/** A line of an explanation. */
public sealed interface Occurrence permits DueTime, Omission {

  /** When it is due; for an omission, where on the time line it belongs. */
  Instant at();

  /** Why it is due at this time, or not due. */
  String reason();

  /** Whether clocks that go forward or back are the reason. */
  default boolean isOfClockChange() {
    return reason().contains(", clocks go ");
  }
}
