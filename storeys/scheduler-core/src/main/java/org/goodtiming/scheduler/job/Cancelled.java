package org.goodtiming.scheduler.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of a cancel.
 *
 * @param lastPlannedAt planned time of the last dispatched run of the schedule that is cancelled;
 *     null if none was dispatched, or no schedule is cancelled
 */
public record Cancelled(Met met, @Nullable Instant lastPlannedAt) {

  public static final Cancelled JOB = new Cancelled(Met.JOB, null);
  public static final Cancelled RUN = new Cancelled(Met.RUN, null);
  public static final Cancelled NOTHING = new Cancelled(Met.NOTHING, null);

  /** The jobs or runs that the cancel has met. */
  public enum Met {
    /** A waiting job, which is removed. */
    JOB,
    /** A dispatched run, which is asked to end. */
    RUN,
    /** No job waits and no run lasts; the cancel is remembered. */
    NOTHING
  }

  /** The waiting run of a schedule is removed. */
  public static Cancelled schedule(@Nullable Instant lastPlannedAt) {
    return new Cancelled(Met.JOB, lastPlannedAt);
  }
}
