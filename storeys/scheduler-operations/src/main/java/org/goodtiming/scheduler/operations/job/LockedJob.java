package org.goodtiming.scheduler.operations.job;

import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * A waiting job that other transactions cannot change until the current transaction ends.
 *
 * @param times as if it were not held, and its group not paused
 * @param now by the database's clock
 * @param shown the registrant's values, by the fields of a line
 * @param retrying whether it waits for its next attempt
 * @param isAfterOthers whether it waits for the ends of other jobs
 * @param recurrence null if it is not a run of a schedule
 */
record LockedJob(
    long id,
    boolean held,
    Move.Times times,
    @Nullable Instant expiresAt,
    Instant now,
    String fireId,
    Map<String, Object> shown,
    boolean retrying,
    boolean isAfterOthers,
    @Nullable String recurrence) {

  private static final JsonProvider JSON = JsonProvider.provider();

  /** Empty if no such job waits. */
  static Optional<LockedJob> find(Statements statements, JobKey key) {
    SqlText sql =
        new SqlText(
                """
                SELECT j.id, j.held_at IS NOT NULL AS held, j.due_at,
                       CASE WHEN j.held_at IS NULL THEN coalesce(j.resumes_at, j.eligible_at) ELSE j.due_at END AS eligible_at,
                       clock_timestamp() AS now, j.fire_id::text AS fire_id, <shown>,
                       j.last_error IS NOT NULL AS retrying, j.waits_for IS NOT NULL AS is_after_others,
                       (SELECT s.recurrence FROM scheduler.schedule s
                         WHERE j.planned_at IS NOT NULL AND s.queue = j.queue AND s.job_id = j.job_id) AS recurrence
                  FROM scheduler.job j WHERE j.queue = :queue AND j.job_id = :job_id FOR UPDATE
                """
                    .replace("<shown>", JobColumns.SHOWN.each("j.%s")))
            .setKey(key);
    return statements.find("lock a waiting job", sql, LockedJob::of);
  }

  private static LockedJob of(ResultSet row) throws SQLException {
    Timestamp expiresAt = row.getTimestamp("expires_at");
    return new LockedJob(
        row.getLong("id"),
        row.getBoolean("held"),
        new Move.Times(
            row.getTimestamp("due_at").toInstant(), row.getTimestamp("eligible_at").toInstant()),
        expiresAt == null ? null : expiresAt.toInstant(),
        row.getTimestamp("now").toInstant(),
        row.getString("fire_id"),
        JobColumns.SHOWN.read(row),
        row.getBoolean("retrying"),
        row.getBoolean("is_after_others"),
        row.getString("recurrence"));
  }

  Instant dueAt() {
    return times.dueAt();
  }

  /** Whether the schedule has planned this run and the run has not failed. */
  boolean isPlannedRun() {
    return recurrence != null && !retrying;
  }

  /** Whether it is a run of a schedule. */
  boolean recurs() {
    return recurrence != null;
  }

  /** Whether it has expired by the time at which it can be dispatched. */
  boolean expiresAtDispatch() {
    return !outlives(dueAt().isAfter(now) ? dueAt() : now);
  }

  boolean outlives(Instant due) {
    return expiresAt == null || expiresAt.isAfter(due);
  }

  /** Describes the job for the audit. */
  String describe() {
    return describe(dueAt());
  }

  /** Describes the job for the audit, with another due time. */
  String describe(Instant due) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder().add("dueAt", due.toString()).add("fireId", fireId);
    shown.forEach(
        (field, value) -> {
          if (value instanceof Integer number) {
            json.add(field, number);
          } else {
            json.add(field, value.toString());
          }
        });
    if (recurs()) {
      json.add("recurrence", recurrence);
    }
    return json.build().toString();
  }
}
