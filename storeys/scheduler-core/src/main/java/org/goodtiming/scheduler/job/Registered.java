package org.goodtiming.scheduler.job;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * The result of a registration.
 *
 * @param dueAt when the waiting job is due by database time; null if none waits
 * @param execution fire id of the job that was stored; null if none was, or it is not tracked
 * @param replaced fire id of the job that it has replaced; null if none was, or it was not tracked
 * @param lastPlannedAt planned time of the last dispatched run of the schedule that it has
 *     replaced; null if none was dispatched, or it has replaced no schedule
 */
public record Registered(
    NewJob job,
    Outcome outcome,
    @Nullable Instant dueAt,
    @Nullable UUID execution,
    @Nullable UUID replaced,
    @Nullable Instant lastPlannedAt) {

  /** The registration of a job that replaces no schedule. */
  public Registered(
      NewJob job,
      Outcome outcome,
      @Nullable Instant dueAt,
      @Nullable UUID execution,
      @Nullable UUID replaced) {
    this(job, outcome, dueAt, execution, replaced, null);
  }

  /** A result for a job that was not stored. */
  static Registered unchanged(NewJob job, Outcome outcome, @Nullable Instant dueAt) {
    return new Registered(job, outcome, dueAt, null, null);
  }

  /**
   * @param last planned times of the last dispatched runs of replaced schedules
   */
  Registered after(Map<JobKey, Instant> last) {
    Instant lastDue = outcome == Outcome.REPLACED ? last.get(job.key()) : null;
    return lastDue == null
        ? this
        : new Registered(job, outcome, dueAt, execution, replaced, lastDue);
  }

  public enum Outcome {
    /** A new job waits. */
    ACCEPTED,
    /** The waiting job was replaced. */
    REPLACED,
    /** A job already waited and was kept, as requested. */
    KEPT,
    /** A job already waited, and the registration asked to be rejected in that case. */
    REJECTED,
    /** A later intent (replace or cancel) was stored first; this intent changes nothing. */
    OVERTAKEN
  }
}
