package org.goodtiming.scheduler.operations;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Objects;
import org.goodtiming.scheduler.operations.JobFilter.JobState;
import org.jspecify.annotations.Nullable;

/**
 * An operation on many jobs or rows, with its progress.
 *
 * @param dueAt the new due time; null unless it reschedules
 * @param steps how many have been committed
 * @param job the last job that is done; null at the beginning
 * @param row the last row that is done; null at the beginning
 */
record BatchOperation(
    long id,
    BatchVerb verb,
    BatchFilter filter,
    @Nullable Instant dueAt,
    String requestedBy,
    Instant requestedAt,
    int steps,
    JobPage.@Nullable Position job,
    @Nullable Long row) {

  static BatchOperation of(ResultSet row) throws SQLException {
    BatchVerb verb = BatchVerb.of(row.getString("operation")).orElseThrow();
    long cursor = row.getLong("cursor_id");
    boolean begun = !row.wasNull();
    return new BatchOperation(
        row.getLong("id"),
        verb,
        filter(row),
        moment(row, "due_at"),
        row.getString("requested_by"),
        row.getTimestamp("requested_at").toInstant(),
        row.getInt("steps"),
        begun && verb.isOfJobs() ? position(row, cursor) : null,
        begun && !verb.isOfJobs() ? cursor : null);
  }

  private static BatchFilter filter(ResultSet row) throws SQLException {
    String state = row.getString("job_state");
    return new BatchFilter(
        row.getString("queue"),
        state == null ? null : JobState.find(state).orElseThrow(),
        row.getString("prefix"),
        moment(row, "due_from"),
        moment(row, "due_before"),
        row.getString("stage"),
        row.getString("code"));
  }

  private static JobPage.Position position(ResultSet row, long id) throws SQLException {
    return new JobPage.Position(
        row.getString("cursor_queue"),
        Objects.requireNonNull(moment(row, "cursor_eligible_at")),
        id);
  }

  private static @Nullable Instant moment(ResultSet row, String column) throws SQLException {
    Timestamp moment = row.getTimestamp(column);
    return moment == null ? null : moment.toInstant();
  }
}
