package org.goodtiming.scheduler.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * Runs of schedules that one transaction has taken. Their rows stay, locked, and become the next
 * runs: whoever waits for such a row, to cancel it, finds the next run in it.
 */
final class NextRuns {

  private static final String CANCELLED = "cancelled";

  private final DataSource dataSource;
  private final TrackedJobs executions;
  private final RecurringJobs schedules;
  private final List<Taken> all = new ArrayList<>();

  NextRuns(DataSource dataSource, TrackedJobs executions, RecurringJobs schedules) {
    this.dataSource = dataSource;
    this.executions = executions;
    this.schedules = schedules;
  }

  private record Taken(JobKey key, boolean tracked, boolean cancelled) {}

  /** The row of a claim, if it is a run of a schedule. */
  void take(ResultSet row) throws SQLException {
    take(row, CANCELLED.equals(row.getString("kind")));
  }

  void take(ResultSet row, boolean cancelled) throws SQLException {
    if (row.getString("planned_at") != null) {
      JobKey key = new JobKey(row.getString("queue"), row.getString("job_id"));
      all.add(new Taken(key, row.getBoolean("tracked"), cancelled));
    }
  }

  void store() {
    if (all.isEmpty()) {
      return;
    }
    List<JobKey> cancelled = all.stream().filter(Taken::cancelled).map(Taken::key).toList();
    List<JobKey> others = all.stream().filter(run -> !run.cancelled()).map(Taken::key).toList();
    Map<JobKey, Instant> next = new HashMap<>();
    if (!cancelled.isEmpty()) {
      schedules.ended(cancelled, CANCELLED);
    }
    if (!others.isEmpty()) {
      next.putAll(schedules.planNext(others));
    }
    write(next);
    List<JobKey> tracked =
        all.stream().filter(Taken::tracked).map(Taken::key).filter(next::containsKey).toList();
    if (!tracked.isEmpty()) {
      executions.submitted(tracked);
    }
  }

  private void write(Map<JobKey, Instant> next) {
    String sql =
        """
        WITH next AS MATERIALIZED (
          SELECT * FROM unnest(?::text[], ?::text[], ?::timestamptz[], ?::uuid[]) AS n (queue, job_id, due_at, fire_id)),
        over AS (
          DELETE FROM scheduler.job j USING next n
           WHERE j.queue = n.queue AND j.job_id = n.job_id AND n.due_at IS NULL),
        waiting AS (
          UPDATE scheduler.job j
             SET due_at = n.due_at, eligible_at = n.due_at, planned_at = n.due_at, fire_id = n.fire_id,
                 attempts = 0, last_error = NULL, run_attempt = 1
            FROM next n
           WHERE j.queue = n.queue AND j.job_id = n.job_id AND n.due_at IS NOT NULL
          RETURNING 1)
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        SELECT 'registered', count(*) FROM waiting HAVING count(*) > 0
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      text(update, 1, key -> key.queue());
      text(update, 2, key -> key.jobId());
      text(update, 3, key -> next.containsKey(key) ? next.get(key).toString() : null);
      update.setArray(4, connection.createArrayOf("text", FireIds.of(all.size())));
      update.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("store the next runs of %d schedules".formatted(all.size()), e);
    }
  }

  private void text(
      PreparedStatement update, int parameter, Function<JobKey, @Nullable String> column)
      throws SQLException {
    Object[] values = all.stream().map(run -> column.apply(run.key())).toArray();
    update.setArray(parameter, update.getConnection().createArrayOf("text", values));
  }
}
