package org.goodtiming.scheduler.job.claim;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.FireIds;
import org.goodtiming.scheduler.job.JobEvents;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.job.RecurringJobs;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.sql.StoreException;
import org.goodtiming.scheduler.sql.TextArrays;
import org.jspecify.annotations.Nullable;

/**
 * Runs of schedules that one transaction has claimed. Their rows stay locked and become the next
 * runs, so that a cancel that waits for such a row finds the next run in it.
 */
final class NextRuns {

  private final DataSource dataSource;
  private final TrackedJobs executions;
  private final RecurringJobs schedules;
  private final List<Taken> all = new ArrayList<>();

  NextRuns(DataSource dataSource, TrackedJobs executions, RecurringJobs schedules) {
    this.dataSource = dataSource;
    this.executions = executions;
    this.schedules = schedules;
  }

  private record Taken(JobKey key, boolean tracked, ClaimKind kind, String fireId, Instant dueAt) {

    /**
     * The event of the run for applications; null if another statement writes it.
     *
     * @param skipped by its schedule
     */
    @Nullable String event(boolean skipped) {
      if (kind != ClaimKind.DISPATCHED) {
        return null;
      }
      return skipped ? (tracked ? null : "expired") : "dispatched";
    }

    /** Null if there is no next run. */
    @Nullable String nextFireId(@Nullable PlannedRun run) {
      return run == null || run.nextAt() == null ? null : FireIds.next(fireId, run.nextAt());
    }
  }

  /** The row of a claim, if it is a run of a schedule. */
  void take(ResultSet row) throws SQLException {
    take(row, ClaimKind.of(row));
  }

  void take(ResultSet row, ClaimKind kind) throws SQLException {
    if (row.getString("planned_at") != null) {
      JobKey key = new JobKey(row.getString("queue"), row.getString("job_id"));
      Instant dueAt = JobStore.instant(row, "due_at");
      all.add(new Taken(key, row.getBoolean("tracked"), kind, row.getString("fire_id"), dueAt));
    }
  }

  /**
   * @return the claimed runs that were not cancelled
   */
  Map<JobKey, PlannedRun> store() {
    if (all.isEmpty()) {
      return Map.of();
    }
    List<JobKey> cancelled = keys(run -> run.kind() == ClaimKind.CANCELLED);
    List<JobKey> others = keys(run -> run.kind() != ClaimKind.CANCELLED);
    if (!cancelled.isEmpty()) {
      schedules.ended(cancelled, "cancelled");
    }
    Set<JobKey> dropped = Set.copyOf(keys(run -> run.kind() != ClaimKind.DISPATCHED));
    Map<JobKey, PlannedRun> planned =
        others.isEmpty() ? Map.of() : schedules.planNext(others, dropped);
    write(
        planned,
        keys(run -> run.kind() == ClaimKind.DISPATCHED && isSkipped(planned.get(run.key())))
            .size());
    List<JobKey> tracked = keys(run -> run.tracked() && nextAt(planned.get(run.key())) != null);
    if (!tracked.isEmpty()) {
      executions.submitted(tracked);
    }
    return planned;
  }

  private List<JobKey> keys(Predicate<Taken> wanted) {
    return all.stream().filter(wanted).map(Taken::key).toList();
  }

  private static boolean isSkipped(@Nullable PlannedRun run) {
    return run != null && run.isSkipped();
  }

  private static @Nullable String nextAt(@Nullable PlannedRun run) {
    return run == null || run.nextAt() == null ? null : run.nextAt().toString();
  }

  // The claim has counted skipped runs as dispatched. A run that the broker keeps until it is due
  // is
  // not overtaken by the next one, whose planned time may have passed.
  private void write(Map<JobKey, PlannedRun> planned, int skipped) {
    String sql =
        """
        WITH next AS MATERIALIZED (
          SELECT * FROM unnest(?::text[], ?::text[], ?::timestamptz[], ?::uuid[], ?::uuid[], ?::timestamptz[], ?::text[])
                   AS n (queue, job_id, due_at, fire_id, last_fire_id, last_due_at, last_event)),
        over AS (
          DELETE FROM scheduler.job j USING next n
           WHERE j.queue = n.queue AND j.job_id = n.job_id AND n.due_at IS NULL),
        waiting AS (
          UPDATE scheduler.job j
             SET due_at = n.due_at, eligible_at = greatest(coalesce(j.resumes_at, j.eligible_at), scheduler.eligible_at(s, n.due_at)), \
        planned_at = n.due_at, fire_id = n.fire_id,
                 attempts = 0, last_error = NULL, run_attempt = 1, checkpoint = NULL
            FROM next n JOIN scheduler.schedule s USING (queue, job_id)
           WHERE j.queue = n.queue AND j.job_id = n.job_id AND n.due_at IS NOT NULL
          RETURNING j.queue, j.job_id, j.fire_id, j.due_at),
        changes AS (
          SELECT n.last_event AS event, n.queue, n.job_id, n.last_fire_id AS fire_id, n.last_due_at AS due_at FROM next n
          UNION ALL SELECT 'registered', w.queue, w.job_id, w.fire_id, w.due_at FROM waiting w),
        <events>
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        SELECT 'registered', count(*) FROM waiting HAVING count(*) > 0
        UNION ALL
        SELECT moved.* FROM (SELECT ?::bigint AS skipped) s, LATERAL (VALUES ('dispatched', -skipped), ('expired', skipped)) AS moved
         WHERE skipped > 0
        """
            .replace("<events>", JobEvents.of("changes", "r.event", "1", "NULL"));
    try (Connection connection = dataSource.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      text(update, 1, run -> run.key().queue());
      text(update, 2, run -> run.key().jobId());
      text(update, 3, run -> nextAt(planned.get(run.key())));
      text(update, 4, run -> run.nextFireId(planned.get(run.key())));
      text(update, 5, Taken::fireId);
      text(update, 6, run -> run.dueAt().toString());
      text(update, 7, run -> run.event(isSkipped(planned.get(run.key()))));
      update.setInt(8, skipped);
      update.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("store the next runs of %d schedules".formatted(all.size()), e);
    }
  }

  private void text(
      PreparedStatement update, int parameter, Function<Taken, @Nullable String> column)
      throws SQLException {
    TextArrays.set(update, parameter, all, column);
  }
}
