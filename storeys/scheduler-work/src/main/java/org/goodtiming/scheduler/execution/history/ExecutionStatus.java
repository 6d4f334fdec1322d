package org.goodtiming.scheduler.execution.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.sql.Columns;
import org.jspecify.annotations.Nullable;

/**
 * An execution. All times are by the database's clock.
 *
 * @param message the worker's latest text, or why the execution has ended
 * @param progress 0 to 100; null if the worker reports none
 * @param attempt from 1; grows when the run is sent again
 * @param node of the scheduler that made the latest transition
 * @param worker its name for itself in its reports
 * @param dispatchedAt of the latest attempt; null while the run waits for it
 * @param startedAt of the latest attempt; null before its worker has reported
 * @param earlierWork how long the workers of its former attempts took
 * @param changedAt when anything of this record changed last
 * @param runAgainOf fire id of the run whose input this run has; null if it was registered
 * @param runAgainAs fire id of the latest run that has the input of this one; null if there is none
 * @param backfillOf the planned time for which an operator has added the run; null if nobody has
 * @param batch id of the job batch in which the run counts; null if it belongs to none
 */
public record ExecutionStatus(
    UUID fireId,
    JobKey key,
    ExecutionState state,
    @Nullable String message,
    @Nullable Integer progress,
    int attempt,
    String node,
    @Nullable String worker,
    @Nullable String registeredBy,
    Instant dueAt,
    Instant submittedAt,
    @Nullable Instant dispatchedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    Duration earlierWork,
    @Nullable Instant cancelRequestedAt,
    Instant changedAt,
    @Nullable UUID runAgainOf,
    @Nullable UUID runAgainAs,
    @Nullable Instant backfillOf,
    @Nullable String batch) {

  /** The columns of table execution that {@link #of} reads. */
  public static final String COLUMNS =
      """
      *, (extract(epoch FROM earlier_work) * 1000000)::bigint AS earlier_micros,
      (SELECT a.fire_id FROM scheduler.execution a WHERE a.run_again_of = execution.fire_id
        ORDER BY a.submitted_at DESC LIMIT 1) AS run_again_as,
      (SELECT to_timestamp((r.planned ->> 'plannedAt')::bigint / 1000.0)
         FROM (SELECT CASE state WHEN 'SUBMITTED' THEN
                        (SELECT j.recovers FROM scheduler.job j
                          WHERE j.queue = execution.queue AND j.job_id = left(execution.job_id, 200) || '~' || execution.fire_id)
                      ELSE planned_run END AS planned) r
        WHERE r.planned ->> 'late' = 'backfill') AS backfill_of
      """;

  /** How long the attempts of a run that has ended took, in SQL: as index execution_work has it. */
  public static final String WORK = "(coalesce(duration, interval '0') + earlier_work)";

  /** Reads a row of table execution. */
  public static ExecutionStatus of(ResultSet row) throws SQLException {
    int progress = row.getInt("progress");
    return new ExecutionStatus(
        UUID.fromString(row.getString("fire_id")),
        new JobKey(row.getString("queue"), row.getString("job_id")),
        ExecutionState.valueOf(row.getString("state")),
        row.getString("message"),
        // getInt returns 0 for an execution without progress
        row.getObject("progress") == null ? null : progress,
        row.getInt("attempt"),
        row.getString("node"),
        row.getString("worker"),
        row.getString("registered_by"),
        Columns.instant(row, "due_at"),
        Columns.instant(row, "submitted_at"),
        Columns.instantOrNull(row, "dispatched_at"),
        Columns.instantOrNull(row, "started_at"),
        Columns.instantOrNull(row, "ended_at"),
        Duration.of(row.getLong("earlier_micros"), ChronoUnit.MICROS),
        Columns.instantOrNull(row, "cancel_requested_at"),
        Columns.instant(row, "changed_at"),
        uuid(row.getString("run_again_of")),
        uuid(row.getString("run_again_as")),
        Columns.instantOrNull(row, "backfill_of"),
        row.getString("batch"));
  }

  private static @Nullable UUID uuid(@Nullable String text) {
    return text == null ? null : UUID.fromString(text);
  }

  /** The position of the execution in a list. */
  public ExecutionPosition position() {
    return new ExecutionPosition(submittedAt, fireId, duration());
  }

  /**
   * How long its attempts took, each from its start to its end, without the waits between them;
   * null until the run has ended, and if none has started.
   */
  public @Nullable Duration duration() {
    if (endedAt == null || startedAt == null && earlierWork.isZero()) {
      return null;
    }
    return startedAt == null ? earlierWork : earlierWork.plus(Duration.between(startedAt, endedAt));
  }
}
