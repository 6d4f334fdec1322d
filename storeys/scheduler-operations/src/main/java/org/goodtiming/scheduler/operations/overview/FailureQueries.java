package org.goodtiming.scheduler.operations.overview;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Groups the failures that nobody has dealt with, with the pool of readers. */
@Singleton
public final class FailureQueries {

  private static final String PURPOSE = "read failures";

  /** So many failed runs are looked at. */
  private static final int SEARCHED = 100_000;

  /** So many failed runs of the last day are grouped. */
  private static final int MAX_FAILED = 10_000;

  private static final int MAX_GROUPS = 20;

  // The steps are materialized, so that no estimate makes PostgreSQL read more than the latest
  // runs. Numbers that differ from run to run, such as ids and times, do not make another error; a
  // status code or SCHED- code does. Only the latest runs of a schedule that fail one after the
  // other are counted.
  private static final String FAILED =
      """
      WITH ended AS MATERIALIZED (
        SELECT latest.*
          FROM (SELECT fire_id, queue, job_id, submitted_at, ended_at, planned_run IS NOT NULL AS planned, message
                  FROM scheduler.execution WHERE unsuccessful_state IN ('ERROR', 'EXHAUSTED')
                 ORDER BY submitted_at DESC LIMIT :searched) latest
         WHERE ended_at >= (SELECT clock_timestamp() - interval 'P1D')
         ORDER BY submitted_at DESC LIMIT :max_failed),
      failed AS MATERIALIZED (
        SELECT e.*, regexp_replace(left(split_part(coalesce(message, ''), E'\\n', 1), 200),
                      '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?<!SCHED-)[0-9][0-9:.T-]{2,}[0-9]', '…', 'g') AS error
          FROM ended e
         WHERE NOT EXISTS (SELECT FROM scheduler.execution a WHERE a.run_again_of = e.fire_id)),
      failing AS MATERIALIZED (
        SELECT r.queue, r.job_id, lasting.since, s.pause_reason
          FROM (SELECT DISTINCT queue, job_id FROM failed WHERE planned) r
               JOIN scheduler.schedule s ON s.queue = r.queue AND s.job_id = r.job_id AND s.state <> 'ENDED'
               CROSS JOIN LATERAL (
                 SELECT coalesce(max(submitted_at) FILTER (WHERE state = 'FINISHED'), '-infinity') AS since,
                        (array_agg(state ORDER BY submitted_at DESC) FILTER (WHERE ended_at IS NOT NULL))[1] AS last_state
                   FROM (SELECT l.state, l.submitted_at, l.ended_at FROM scheduler.execution l
                          WHERE l.queue = r.queue AND l.job_id = r.job_id ORDER BY l.submitted_at DESC LIMIT 100) latest) lasting
         WHERE lasting.last_state IN ('ERROR', 'EXHAUSTED'))
      """;

  private static final String GROUP =
      """
      SELECT f.queue, <key>, count(*) AS runs, min(f.ended_at) AS since, max(f.ended_at) AS latest_at,
             (array_agg(f.fire_id ORDER BY f.ended_at DESC))[1]::text AS latest_fire_id,
             left((array_agg(f.message ORDER BY f.ended_at DESC))[1], 200) AS latest_message
        FROM failed f
      """;

  private static final String SCHEDULES =
      FAILED
          + GROUP.replace("<key>", "f.job_id")
          + """
            JOIN failing s ON s.queue = f.queue AND s.job_id = f.job_id AND f.submitted_at > s.since
             AND s.pause_reason IS NULL
           GROUP BY f.queue, f.job_id ORDER BY runs DESC, latest_at DESC LIMIT :groups
          """;

  private static final String PAUSED =
      """
      SELECT queue, job_id, pause_reason AS reason, failing_since AS since
        FROM scheduler.schedule WHERE pause_reason IS NOT NULL ORDER BY failing_since LIMIT :groups
      """;

  private static final String ERRORS =
      FAILED
          + GROUP.replace("<key>", "f.error")
          + """
           WHERE NOT EXISTS (SELECT FROM failing s WHERE s.queue = f.queue AND s.job_id = f.job_id)
           GROUP BY f.queue, f.error ORDER BY runs DESC, latest_at DESC LIMIT :groups
          """;

  /** Index job_failed finds them among millions of waiting jobs. */
  private static final String HELD =
      """
      SELECT q.name AS queue, count(*) AS jobs, min(h.held_at) AS since,
             (array_agg(h.job_id ORDER BY h.held_at))[1] AS job_id, (array_agg(h.last_error ORDER BY h.held_at))[1] AS reason
        FROM scheduler.worker_queue q CROSS JOIN LATERAL (
               SELECT job_id, held_at, last_error FROM scheduler.job
                WHERE queue = q.name AND eligible_at >= '9999-12-31T00:00:00Z' AND held_by = 'scheduler'
                  AND last_error LIKE 'SCHED-0848 %' LIMIT 1000) h
       GROUP BY q.name ORDER BY since LIMIT :groups
      """;

  private final Statements statements;

  private final int searched;

  @Inject
  FailureQueries(@Readers DataSource dataSource) {
    this(dataSource, SEARCHED);
  }

  FailureQueries(DataSource dataSource, int searched) {
    this.searched = searched;
    statements = Statements.forClients(dataSource);
  }

  /** Schedules that the scheduler has paused because their runs fail, the longest first. */
  public List<Row> paused() {
    return statements.query(PURPOSE, new SqlText(PAUSED).set("groups", MAX_GROUPS), Row::of);
  }

  /** Jobs that are held because a parent has failed, by queue, up to 1,000 of each. */
  public List<Row> held() {
    return statements.query(PURPOSE, new SqlText(HELD).set("groups", MAX_GROUPS), Row::of);
  }

  /** Other schedules whose last run has failed, those with the most failures first. */
  public List<Row> schedules() {
    return statements.query(PURPOSE, limited(SCHEDULES), Row::of);
  }

  /**
   * Failed runs by queue and error, without those of failing schedules, the most frequent first.
   */
  public List<Row> errors() {
    return statements.query(PURPOSE, limited(ERRORS), Row::of);
  }

  private SqlText limited(String sql) {
    return new SqlText(sql)
        .set("searched", searched)
        .set("max_failed", MAX_FAILED)
        .set("groups", MAX_GROUPS);
  }

  /** Both statements, for their plans. */
  List<SqlText> all() {
    return List.of(limited(SCHEDULES), limited(ERRORS));
  }
}
