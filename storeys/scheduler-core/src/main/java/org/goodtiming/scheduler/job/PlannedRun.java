package org.goodtiming.scheduler.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Data of a run of a schedule for its worker.
 *
 * @param plannedAt the time that the schedule has planned for it, or at which an operator added it
 * @param number from 1; 0 if an operator has added it
 * @param previousAt planned time of the run before; null for the first one
 * @param nextAt planned time of the next run; null if there is none
 * @param skipped why it must not be dispatched; null if it is dispatched
 * @param late why it is late by more than the misfire threshold; null if it is not
 */
public record PlannedRun(
    Instant plannedAt,
    int number,
    @Nullable Instant previousAt,
    @Nullable Instant nextAt,
    @Nullable String skipped,
    @Nullable String late) {

  public static final String TOO_LATE = "late, and its schedule skips late runs";
  public static final String OVERLAPS =
      "the run before it has not ended, and its schedule skips such runs";

  public static final String PAUSED = "too many runs before it have failed: its schedule is paused";

  public boolean isSkipped() {
    return skipped != null;
  }

  /** Whether an operator has added it to those that the schedule plans. */
  public boolean isAdded() {
    return number == 0;
  }
}
