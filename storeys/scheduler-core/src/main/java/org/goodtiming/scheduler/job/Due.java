package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.recurrence.Recurrence;

/** When a job is due: at a time, after a delay from the storing, or recurring. */
public sealed interface Due {

  record At(Instant moment) implements Due {}

  record After(Duration delay) implements Due {}

  /**
   * @param first due time of the first run
   * @param jitter maximum delay of each run after its due time; zero: none
   * @param pauseAfterFailures number of failed runs in a row after which the schedule is paused;
   *     zero: none
   */
  record Recurring(
      Recurrence recurrence,
      Misfire misfire,
      Overlap overlap,
      Instant first,
      Duration jitter,
      int pauseAfterFailures)
      implements Due {

    /** Whether the ends of its runs must be known. */
    public boolean needsEnds() {
      return overlap.needsEnds() || pauseAfterFailures > 0;
    }

    /** Whether runs may be dispatched later than they are due. */
    public boolean mayWaitLonger() {
      return overlap.waits() || !jitter.isZero();
    }
  }
}
