package org.goodtiming.scheduler.operations.explanation;

import static org.goodtiming.scheduler.sql.Columns.instant;
import static org.goodtiming.scheduler.sql.Columns.instantOrNull;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.explanation.Facts;
import org.goodtiming.scheduler.explanation.RunFacts;
import org.goodtiming.scheduler.explanation.ScheduleFacts;
import org.goodtiming.scheduler.explanation.WaitingJob;
import org.goodtiming.scheduler.policy.QueueFacts.Pause;
import org.goodtiming.scheduler.policy.QueueFacts.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The present state of a job, as the row of one statement has it.
 *
 * @param ofGroup null if the job's group is not paused, or it has none
 * @param batch id of the job batch of which the job is a member; null if it is none
 */
record ExplanationFacts(
    JobKey key,
    Instant now,
    @Nullable Pause ofGroup,
    Facts.Present state,
    @Nullable Instant cancelledAt,
    @Nullable String batch) {

  static ExplanationFacts of(ResultSet row) throws SQLException {
    Instant groupPausedAt = instantOrNull(row, "group_paused_at");
    return new ExplanationFacts(
        new JobKey(row.getString("queue"), row.getString("job_id")),
        instant(row, "now"),
        groupPausedAt == null
            ? null
            : new Pause(
                Scope.GROUP,
                row.getString("paused_group"),
                groupPausedAt,
                instantOrNull(row, "group_paused_until")),
        new Facts.Present(
            instantOrNull(row, "due_at") == null ? null : job(row),
            row.getString("state") == null ? null : schedule(row),
            null),
        instantOrNull(row, "cancelled_at"),
        row.getString("batch"));
  }

  @Nullable WaitingJob job() {
    return state.job();
  }

  @Nullable ScheduleFacts schedule() {
    return state.schedule();
  }

  Facts.Present withRun(@Nullable RunFacts run) {
    return new Facts.Present(state.job(), state.schedule(), run);
  }

  /** Returns a copy with the plan of the schedule. */
  ExplanationFacts withPlan(ScheduleFacts.Plan plan) {
    ScheduleFacts schedule = state.schedule();
    return schedule == null
        ? this
        : new ExplanationFacts(
            key,
            now,
            ofGroup,
            new Facts.Present(
                state.job(),
                new ScheduleFacts(schedule.pause(), schedule.waiting(), schedule.end(), plan),
                state.run()),
            cancelledAt,
            batch);
  }

  static Facts.Quarantined quarantined(ResultSet row) throws SQLException {
    return new Facts.Quarantined(
        row.getLong("id"),
        instant(row, "quarantined_at"),
        row.getString("code"),
        row.getString("reason"));
  }

  private static WaitingJob job(ResultSet row) throws SQLException {
    Instant heldAt = instantOrNull(row, "held_at");
    Instant preparedAt = instantOrNull(row, "prepared");
    return new WaitingJob(
        new WaitingJob.Times(
            instant(row, "due_at"), instant(row, "eligible_at"), instantOrNull(row, "expires_at")),
        heldAt == null ? null : hold(heldAt, row),
        row.getString("failed") == null
            ? null
            : new WaitingJob.Retry(
                WaitingJob.Failed.valueOf(row.getString("failed")),
                row.getInt("attempts"),
                row.getString("job_error")),
        preparedAt == null ? null : new WaitingJob.Lock(row.getString("gtrid"), preparedAt),
        row.getInt("ahead"),
        row.getString("share_property") == null
            ? null
            : new WaitingJob.Share(
                row.getString("share_property"),
                row.getInt("share_limit"),
                row.getInt("share_runs"),
                row.getInt("share_ahead")),
        row.getString("parent") == null ? null : parents(row));
  }

  private static WaitingJob.Hold hold(Instant since, ResultSet row) throws SQLException {
    String error = row.getString("job_error");
    boolean byScheduler = error != null && error.startsWith("SCHED-0848 ");
    return new WaitingJob.Hold(since, row.getString("held_by"), byScheduler ? error : null);
  }

  private static WaitingJob.Parents parents(ResultSet row) throws SQLException {
    return new WaitingJob.Parents(
        row.getInt("unended_parents"),
        row.getString("parent"),
        row.getString("parent_state"),
        instantOrNull(row, "parent_since"),
        row.getString("batch_members") == null ? null : batch(row));
  }

  private static WaitingJob.Batch batch(ResultSet row) throws SQLException {
    return new WaitingJob.Batch(
        row.getObject("batch_size", Integer.class),
        row.getInt("batch_missing"),
        row.getInt("batch_members"),
        row.getInt("batch_ended"),
        row.getBoolean("on_failure"));
  }

  private static ScheduleFacts schedule(ResultSet row) throws SQLException {
    Instant heldUntil = instantOrNull(row, "held_until");
    String state = row.getString("state");
    return new ScheduleFacts(
        state.equals("PAUSED")
            ? new ScheduleFacts.Pause(
                instantOrNull(row, "paused_until"), row.getString("pause_reason"))
            : null,
        heldUntil == null
            ? null
            : new ScheduleFacts.Wait(row.getObject("waits_for", UUID.class), heldUntil),
        state.equals("ENDED")
            ? new ScheduleFacts.End(instantOrNull(row, "ended_at"), row.getString("end_reason"))
            : null,
        new ScheduleFacts.Plan(row.getBoolean("spread")));
  }
}
