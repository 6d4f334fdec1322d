package org.goodtiming.scheduler.operations.batch;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.operations.job.PropertyValue;
import org.jspecify.annotations.Nullable;

/**
 * An operation on many jobs, rows or runs, with its progress.
 *
 * @param move null unless it reschedules
 * @param steps how many have been committed
 * @param end of the last step
 */
public record BatchOperation(
    long id,
    BatchVerb verb,
    BatchFilter filter,
    @Nullable Move move,
    String requestedBy,
    Instant requestedAt,
    int steps,
    BatchCursor end) {

  static BatchOperation of(ResultSet row) throws SQLException {
    return new BatchOperation(
        row.getLong("id"),
        BatchVerb.of(row.getString("operation")).orElseThrow(),
        filter(row),
        move(row),
        row.getString("requested_by"),
        row.getTimestamp("requested_at").toInstant(),
        row.getInt("steps"),
        BatchCursor.of(row));
  }

  private static BatchFilter filter(ResultSet row) throws SQLException {
    String state = row.getString("job_state");
    String property = row.getString("property");
    return new BatchFilter(
        row.getString("queue"),
        state == null ? null : JobState.find(state).orElseThrow(),
        row.getString("prefix"),
        moment(row, "due_from"),
        moment(row, "due_before"),
        property == null ? null : PropertyValue.parse(property).orElseThrow(),
        row.getString("stage"),
        row.getString("code"),
        runs(row),
        row.getBoolean("schedules"));
  }

  private static @Nullable Move move(ResultSet row) throws SQLException {
    String offset = row.getString("due_offset");
    Instant dueAt = moment(row, "due_at");
    return offset != null
        ? new Move.By(Duration.parse(offset))
        : dueAt == null ? null : new Move.To(dueAt);
  }

  private static @Nullable RunFilter runs(ResultSet row) throws SQLException {
    String states = row.getString("run_state");
    String batch = row.getString("job_batch");
    if (states == null) {
      return batch == null ? null : RunFilter.openOf(batch);
    }
    return new RunFilter(
        RunFilter.states(states).orElseThrow(),
        moment(row, "ended_from"),
        moment(row, "ended_before"),
        batch);
  }

  private static @Nullable Instant moment(ResultSet row, String column) throws SQLException {
    Timestamp moment = row.getTimestamp(column);
    return moment == null ? null : moment.toInstant();
  }
}
