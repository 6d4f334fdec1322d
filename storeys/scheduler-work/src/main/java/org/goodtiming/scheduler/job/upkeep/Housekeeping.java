package org.goodtiming.scheduler.job.upkeep;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.job.JobEvents;
import org.goodtiming.scheduler.job.RecurringJobs;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Keeps the small tables small. */
@Singleton
public final class Housekeeping implements LeaderTask {

  private static final Duration KEEP_TOMBSTONES = Duration.ofDays(1);

  private final Statements statements;
  private final TrackedJobs executions;
  private final RecurringJobs schedules;

  @Inject
  public Housekeeping(DataSource dataSource, TrackedJobs executions, RecurringJobs schedules) {
    this.statements = new Statements(dataSource);
    this.executions = executions;
    this.schedules = schedules;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "housekeeping",
        Duration.ofMinutes(1),
        "SCHED-0207 housekeeping failed; next try in a minute");
  }

  @Override
  public void run() {
    mergeLedger();
    purgeTombstones();
    purgeRetries();
  }

  private void mergeLedger() {
    String sql =
        """
        WITH merged AS (
          DELETE FROM scheduler.ledger_entry WHERE queue IS NULL AND recorded_at < clock_timestamp() - interval 'PT1M'
          RETURNING kind, jobs)
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        SELECT kind, sum(jobs) FROM merged GROUP BY kind
        """;
    statements.update("merge the ledger", new SqlText(sql));
  }

  private void purgeRetries() {
    String sql = "DELETE FROM scheduler.dispatch_retry WHERE retry_at < clock_timestamp()";
    statements.update("delete retries that have passed", new SqlText(sql));
  }

  /**
   * Deletes a tombstone together with a job that was stored while its cancel was not yet visible,
   * and with runs of a cancelled schedule that wait for a further attempt under job ids of their
   * own: the job id of the schedule, ~ and a hexadecimal number.
   */
  private void purgeTombstones() {
    String sql =
        """
        WITH purged AS (
          DELETE FROM scheduler.tombstone WHERE recorded_at < clock_timestamp() - :age::interval
          RETURNING queue, job_id, cancelled_at),
        gone AS (
          DELETE FROM scheduler.job j USING purged p
           WHERE j.queue = p.queue AND j.job_id = p.job_id AND j.sent_at < p.cancelled_at
          RETURNING j.queue, j.job_id, j.tracked, j.fire_id, j.planned_at, j.run_attempt, j.due_at, j.recovers),
        retries AS (
          DELETE FROM scheduler.job j USING purged p
           WHERE j.queue = p.queue AND j.job_id > left(p.job_id, 200) || '~' AND j.job_id < left(p.job_id, 200) || '~g'
             AND j.recovers ->> 'jobId' = p.job_id AND j.sent_at < p.cancelled_at
          RETURNING j.queue, j.job_id, j.tracked, j.fire_id, j.planned_at, j.run_attempt, j.due_at, j.recovers),
        all_gone AS (
          SELECT * FROM gone UNION ALL SELECT * FROM retries),
        entry AS (
          INSERT INTO scheduler.ledger_entry (kind, jobs)
          SELECT 'cancelled', count(*) FROM all_gone HAVING count(*) > 0),
        <events>
        SELECT * FROM all_gone WHERE tracked OR planned_at IS NOT NULL
        """
            .replace(
                "<events>",
                JobEvents.of(
                    "all_gone",
                    JobEvents.UNTRACKED_CANCELLED,
                    "coalesce(r.recovers ->> 'jobId', r.job_id)",
                    "r.run_attempt",
                    "NULL"));
    List<Gone> gone =
        statements.query(
            "purge old tombstones",
            new SqlText(sql).set("age", KEEP_TOMBSTONES),
            Housekeeping::gone);
    List<UUID> tracked = gone.stream().filter(Gone::tracked).map(Gone::fireId).toList();
    List<JobKey> recurring = gone.stream().filter(Gone::recurs).map(Gone::key).toList();
    if (!tracked.isEmpty()) {
      executions.cancelled(tracked);
    }
    if (!recurring.isEmpty()) {
      schedules.ended(recurring, "cancelled");
    }
  }

  /** A job that was removed with its tombstone. */
  private record Gone(JobKey key, UUID fireId, boolean tracked, boolean recurs) {}

  private static Gone gone(ResultSet row) throws SQLException {
    return new Gone(
        Columns.key(row),
        Columns.fireId(row),
        row.getBoolean("tracked"),
        row.getString("planned_at") != null);
  }
}
