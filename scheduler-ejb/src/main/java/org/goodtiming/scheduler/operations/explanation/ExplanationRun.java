package org.goodtiming.scheduler.operations.explanation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.explanation.PastEvent;
import org.goodtiming.scheduler.explanation.RunFacts;
import org.jspecify.annotations.Nullable;

/** A run with its key, and its history, as rows have them. */
record ExplanationRun(JobKey key, RunFacts facts) {

  static ExplanationRun of(ResultSet row) throws SQLException {
    RunFacts facts =
        new RunFacts(
            row.getObject("fire_id", UUID.class),
            row.getString("state"),
            times(row),
            row.getString("message"),
            moment(row, "cancel_requested_at"));
    return new ExplanationRun(new JobKey(row.getString("queue"), row.getString("job_id")), facts);
  }

  private static RunFacts.Times times(ResultSet row) throws SQLException {
    return new RunFacts.Times(
        known(row, "due_at"),
        known(row, "submitted_at"),
        moment(row, "dispatched_at"),
        moment(row, "started_at"),
        moment(row, "ended_at"));
  }

  static PastEvent event(ResultSet row) throws SQLException {
    return new PastEvent(
        row.getString("kind"), known(row, "at"), moment(row, "since"), row.getString("detail"));
  }

  static @Nullable Instant moment(ResultSet row, String column) throws SQLException {
    Timestamp moment = row.getTimestamp(column);
    return moment == null ? null : moment.toInstant();
  }

  static Instant known(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(moment(row, column));
  }
}
