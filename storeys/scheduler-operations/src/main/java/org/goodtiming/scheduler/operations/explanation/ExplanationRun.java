package org.goodtiming.scheduler.operations.explanation;

import static org.goodtiming.scheduler.sql.Columns.instant;
import static org.goodtiming.scheduler.sql.Columns.instantOrNull;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.explanation.PastEvent;
import org.goodtiming.scheduler.explanation.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * A run with its key, and its history, as rows have them.
 *
 * @param batch id of the job batch of which it is a member; null if it is none
 */
record ExplanationRun(JobKey key, RunFacts facts, @Nullable String batch) {

  static ExplanationRun of(ResultSet row) throws SQLException {
    RunFacts facts =
        new RunFacts(
            row.getObject("fire_id", UUID.class),
            row.getString("state"),
            times(row),
            new RunFacts.Attempt(row.getInt("attempt"), row.getString("worker")),
            row.getString("message"),
            instantOrNull(row, "cancel_requested_at"));
    return new ExplanationRun(
        new JobKey(row.getString("queue"), row.getString("job_id")), facts, row.getString("batch"));
  }

  private static RunFacts.Times times(ResultSet row) throws SQLException {
    return new RunFacts.Times(
        instant(row, "due_at"),
        instant(row, "submitted_at"),
        instantOrNull(row, "dispatched_at"),
        instantOrNull(row, "started_at"),
        instantOrNull(row, "ended_at"));
  }

  static PastEvent event(ResultSet row) throws SQLException {
    return new PastEvent(
        row.getString("kind"),
        instant(row, "at"),
        instantOrNull(row, "since"),
        row.getString("detail"));
  }
}
