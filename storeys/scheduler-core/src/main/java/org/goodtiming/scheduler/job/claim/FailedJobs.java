package org.goodtiming.scheduler.job.claim;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.job.JobEvents;
import org.goodtiming.scheduler.job.RecurringJobs;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Meters;

/** The statements for jobs that could not be dispatched. */
@Singleton
public final class FailedJobs {

  private final DataSource dataSource;
  private final Statements statements;
  private final TrackedJobs executions;
  private final RecurringJobs schedules;

  @Inject
  public FailedJobs(DataSource dataSource, TrackedJobs executions, RecurringJobs schedules) {
    this.dataSource = dataSource;
    this.statements = new Statements(dataSource);
    this.executions = executions;
    this.schedules = schedules;
  }

  /** Postpones a job without counting an attempt; never moves it to an earlier time. */
  public void postpone(long id, Duration wait, String error) {
    // A later eligible_at is that of a job that was held or paused in the meantime
    String sql =
        """
        WITH retry AS MATERIALIZED (SELECT clock_timestamp() + :wait::interval AS at),
        postponed AS (
          UPDATE scheduler.job j SET eligible_at = greatest(coalesce(j.resumes_at, j.eligible_at), retry.at), last_error = :error
            FROM retry WHERE j.id = :id RETURNING j.id, j.queue, j.eligible_at)
        INSERT INTO scheduler.dispatch_retry (job_row, queue, retry_at)
        SELECT p.id, p.queue, p.eligible_at FROM postponed p JOIN retry ON p.eligible_at = retry.at
        ON CONFLICT (job_row) DO UPDATE SET retry_at = excluded.retry_at
        """;
    statements.update(
        "postpone job row " + id,
        new SqlText(sql).set("wait", wait).set("error", error).set("id", id));
  }

  /** Counts a failed attempt and returns how many there are now; 0 if the row is gone. */
  public int countFailure(long id, String error) {
    String sql =
        """
        UPDATE scheduler.job SET attempts = attempts + 1, last_error = :error WHERE id = :id RETURNING attempts
        """;
    return statements
        .find(
            "count a failure of job row " + id,
            new SqlText(sql).set("error", error).set("id", id),
            row -> row.getInt("attempts"))
        .orElse(0);
  }

  /**
   * Moves a job that cannot be dispatched to the quarantine. After a run of a schedule the next run
   * waits. A job that is no longer due, because it was held or its schedule was paused in the
   * meantime, stays.
   *
   * @return whether a tracked run has ended with it
   */
  public boolean quarantine(long id, String code, String reason, String node) {
    String sql =
        """
        WITH why AS (SELECT :code::text AS code, :reason::text AS reason, :node::text AS node, :id::bigint AS id),
        failed AS MATERIALIZED (
          SELECT j.* FROM scheduler.job j JOIN why ON j.id = why.id
           WHERE j.eligible_at <= clock_timestamp() FOR UPDATE OF j),
        gone AS (
          DELETE FROM scheduler.job j USING failed f WHERE j.id = f.id AND f.planned_at IS NULL),
        entry AS (
          INSERT INTO scheduler.ledger_entry (kind, jobs)
          SELECT 'quarantined', count(*) FROM failed HAVING count(*) > 0),
        kept AS (
        INSERT INTO scheduler.quarantine (
               stage, code, reason, node, queue, job_id, message_id, sent_at, sent_by, message_type, properties, body)
        SELECT 'dispatch', why.code, why.reason, why.node, g.queue, g.job_id, g.message_id, g.sent_at, g.registered_by,
               CASE WHEN g.body_is_text THEN 'text' ELSE 'bytes' END,
               (jsonb_strip_nulls(jsonb_build_object(<kept>))
                || CASE WHEN g.properties IS JSON OBJECT THEN g.properties::jsonb
                        WHEN g.properties IS NULL THEN '{}'::jsonb
                        ELSE jsonb_build_object('x_unreadable', g.properties) END)::text,
               g.body
          FROM failed g, why),
        <events>
        SELECT queue, job_id, fire_id, tracked, planned_at, due_at FROM failed
        """
            .replace("<kept>", JobColumns.KEPT.each("'%5$s', g.%1$s"))
            .replace(
                "<events>",
                JobEvents.of(
                    "failed",
                    "'quarantined'",
                    "coalesce(r.recovers ->> 'jobId', r.job_id)",
                    "r.run_attempt",
                    "(SELECT why.code || ' ' || why.reason FROM why)"));
    NextRuns next = new NextRuns(dataSource, executions, schedules);
    SqlText move =
        new SqlText(sql).set("code", code).set("reason", reason).set("node", node).set("id", id);
    List<UUID> tracked =
        statements
            .find(
                "quarantine job row " + id,
                move,
                row -> {
                  next.take(row, ClaimKind.QUARANTINED);
                  return row.getBoolean("tracked") ? List.of(Columns.fireId(row)) : List.<UUID>of();
                })
            .orElse(List.of());
    if (!tracked.isEmpty()) {
      executions.ended(tracked, Ending.EXHAUSTED, code + " " + reason);
    }
    next.store();
    return !tracked.isEmpty();
  }

  /** Counts what went to the quarantine: also dead letters. */
  public static void countQuarantined(Meters meters, int jobs, String queue, String stage) {
    meters.count(
        "scheduler.quarantined.jobs",
        "Jobs and dead letters that went to the quarantine",
        jobs,
        Map.of("queue", queue, "stage", stage));
  }
}
