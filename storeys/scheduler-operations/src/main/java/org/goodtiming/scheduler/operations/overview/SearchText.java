package org.goodtiming.scheduler.operations.overview;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.FireIds;
import org.goodtiming.scheduler.sql.SqlText;

/**
 * The statements of a search: each returns at most one row more than a kind may have. A row without
 * the column matched stands for rows that were not read.
 */
final class SearchText {

  private static final Pattern FIRE_ID = Pattern.compile(FireIds.FORM);

  /** Unless the database compares bytes, ids of the same prefix do not follow one another. */
  private static final String TEXT =
      """
      WITH t AS (
        SELECT :text::text AS text,
               (SELECT datcollate IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8') FROM pg_database WHERE datname = current_database()) AS bytewise)
      """;

  private static final String JOBS =
      """
      SELECT 'job' AS kind, q.name AS queue, j.job_id, j.state, j.recurs, j.due_at AS at,
             CASE WHEN j.job_id = t.text THEN 'jobId' WHEN starts_with(j.job_id, t.text) THEN 'prefix' END AS matched
        FROM t CROSS JOIN scheduler.worker_queue q
               CROSS JOIN LATERAL (
                 SELECT w.job_id, w.due_at, CASE WHEN w.planned_at IS NOT NULL THEN true END AS recurs,
                        row_number() OVER (ORDER BY w.job_id) AS place,
                        CASE WHEN w.held_at IS NOT NULL THEN 'held' WHEN w.eligible_at <= (SELECT clock_timestamp()) THEN 'due'
                             ELSE 'waiting' END AS state
                   FROM (SELECT * FROM scheduler.job i WHERE i.queue = q.name AND i.job_id >= t.text ORDER BY i.job_id LIMIT 200) w) j
       WHERE <not a canary> AND starts_with(j.job_id, t.text) OR j.place = 200 AND NOT t.bytewise
       ORDER BY matched, queue, job_id
       LIMIT 21
      """
          .replace("<not a canary>", Canary.EXCLUDED);

  /** Other jobs that wait for the end of the very job, also before it is registered. */
  private static final String CHILDREN =
      """
      SELECT 'job' AS kind, j.queue, j.job_id, CASE WHEN j.held_at IS NULL THEN 'waiting' ELSE 'held' END AS state, j.due_at AS at,
             'parent' AS matched
        FROM t CROSS JOIN scheduler.worker_queue q
               CROSS JOIN LATERAL (
                 SELECT p.fire_id FROM scheduler.job_parent p
                  WHERE p.queue = q.name AND p.job_id = t.text AND p.state IS NULL LIMIT 21) p
               JOIN scheduler.child_job c USING (fire_id)
               JOIN scheduler.job j ON j.queue = c.queue AND j.job_id = c.job_id AND j.fire_id = c.fire_id
       WHERE NOT starts_with(j.job_id, t.text)
       ORDER BY c.registered_at
       LIMIT 21
      """;

  private static final String SCHEDULES =
      """
      SELECT 'schedule' AS kind, q.name AS queue, s.job_id, lower(s.state) AS state, s.next_planned_at AS at,
             CASE WHEN s.job_id = t.text THEN 'jobId' WHEN starts_with(s.job_id, t.text) THEN 'prefix' END AS matched
        FROM t CROSS JOIN scheduler.worker_queue q
               CROSS JOIN LATERAL (
                 SELECT w.job_id, w.state, w.next_planned_at, row_number() OVER (ORDER BY w.job_id) AS place
                   FROM (SELECT * FROM scheduler.schedule i WHERE i.queue = q.name AND i.job_id >= t.text ORDER BY i.job_id LIMIT 200) w) s
       WHERE starts_with(s.job_id, t.text) OR s.place = 200 AND NOT t.bytewise
       ORDER BY matched, queue, job_id
       LIMIT 21
      """;

  /** When a run got its state. */
  private static final String STATE_SINCE =
      "coalesce(i.ended_at, i.started_at, i.dispatched_at, i.submitted_at) AS at";

  /** Runs of the very job, the newest first, before those whose job ids begin with the text. */
  private static final String RUNS =
      """
      SELECT 'execution' AS kind, q.name AS queue, e.job_id, e.fire_id, e.state, e.at,
             CASE WHEN e.job_id = t.text THEN 'jobId' WHEN starts_with(e.job_id, t.text) THEN 'prefix' END AS matched
        FROM t CROSS JOIN scheduler.worker_queue q
               CROSS JOIN LATERAL (
                 (SELECT i.job_id, i.fire_id, i.state, i.submitted_at, <at>, 0 AS place
                    FROM scheduler.execution i WHERE i.queue = q.name AND i.job_id = t.text ORDER BY i.submitted_at DESC LIMIT 21)
                 UNION ALL
                 SELECT w.job_id, w.fire_id, w.state, w.submitted_at, w.at, row_number() OVER (ORDER BY w.job_id, w.submitted_at)
                   FROM (SELECT i.*, <at> FROM scheduler.execution i WHERE i.queue = q.name AND i.job_id > t.text
                          ORDER BY i.job_id, i.submitted_at LIMIT 200) w) e
       WHERE starts_with(e.job_id, t.text) OR e.place = 200 AND NOT t.bytewise
       ORDER BY matched, e.submitted_at DESC
       LIMIT 21
      """
          .replace("<at>", STATE_SINCE);

  private static final String RUN =
      """
      SELECT 'execution' AS kind, i.queue, i.job_id, i.fire_id, i.state, <at>, 'fireId' AS matched
        FROM scheduler.execution i WHERE i.fire_id = :fire_id::uuid
      """
          .replace("<at>", STATE_SINCE);

  /** The row of a job has no index on its fire id; the run of a tracked one leads to it. */
  private static final String JOB_OF_RUN =
      """
      SELECT 'job' AS kind, j.queue, j.job_id, j.fire_id, CASE WHEN j.planned_at IS NOT NULL THEN true END AS recurs, j.due_at AS at,
             'fireId' AS matched
        FROM scheduler.execution e
             JOIN scheduler.job j ON j.queue = e.queue AND j.job_id IN (e.job_id, scheduler.recovery_id(e.job_id, e.fire_id))
               AND j.fire_id = e.fire_id
       WHERE e.fire_id = :fire_id::uuid
      """;

  private static final String JOB_BATCHES =
      """
      SELECT 'job-batch' AS kind, b.id AS name, b.created_at AS at, CASE WHEN starts_with(b.id, t.text) THEN 'name' END AS matched
        FROM t CROSS JOIN LATERAL (
               SELECT w.id, w.created_at, row_number() OVER (ORDER BY w.id) AS place
                 FROM (SELECT * FROM scheduler.job_batch i WHERE i.id >= t.text ORDER BY i.id LIMIT 200) w) b
       WHERE starts_with(b.id, t.text) OR b.place = 200 AND NOT t.bytewise
       ORDER BY matched, name
       LIMIT 21
      """;

  private static final String DEFINITIONS =
      """
      SELECT 'definition' AS kind, d.queue, d.name, d.registered_at AS at, 'name' AS matched
        FROM t JOIN scheduler.definition d ON starts_with(d.name, t.text) ORDER BY d.name LIMIT 21
      """;

  private static final String QUEUES =
      """
      SELECT 'worker-queue' AS kind, q.name AS queue, q.name, b.messages, b.dead_letters, b.seen_at AS at, 'name' AS matched
        FROM t JOIN scheduler.worker_queue q ON starts_with(q.name, t.text)
               LEFT JOIN scheduler.worker_queue_backlog b ON b.queue = q.name
       ORDER BY q.name LIMIT 21
      """;

  /**
   * The latest 10,000 rows, for the quarantine has no index on the job. Those of stage execution
   * are dead letters.
   */
  private static final String QUARANTINE =
      """
      SELECT CASE q.stage WHEN 'execution' THEN 'dead-letter' ELSE 'quarantine' END AS kind, q.queue, q.job_id, q.id, q.code AS name,
             q.stage AS state, q.quarantined_at AS at,
             CASE WHEN q.job_id = t.text THEN 'jobId' WHEN q.message_id = t.text THEN 'messageId'
                  WHEN starts_with(q.job_id, t.text) THEN 'prefix'
                  WHEN q.place < 10000 THEN 'fireId' END AS matched
        FROM t CROSS JOIN (
               SELECT l.*, row_number() OVER (ORDER BY l.id DESC) AS place
                 FROM (SELECT * FROM scheduler.quarantine ORDER BY id DESC LIMIT 10000) l) q
       WHERE starts_with(q.job_id, t.text) OR q.message_id = t.text OR q.place = 10000
          OR t.text ~ '^<fire id>$' AND position(lower(t.text) IN q.properties) > 0
       ORDER BY q.place
       LIMIT 21
      """
          .replace("<fire id>", FireIds.FORM);

  /** The latest 10,000 rows, for the audit has no index on the subject. */
  private static final String AUDIT =
      """
      SELECT 'audit' AS kind, a.id, a.action AS name, a.subject, a.changed_at AS at,
             CASE WHEN starts_with(a.subject, t.text) OR position('/' || t.text IN a.subject) > 0 THEN 'subject' END AS matched
        FROM t CROSS JOIN (
               SELECT l.*, row_number() OVER (ORDER BY l.id DESC) AS place
                 FROM (SELECT id, action, subject, changed_at FROM scheduler.audit ORDER BY id DESC LIMIT 10000) l) a
       WHERE starts_with(a.subject, t.text) OR position('/' || t.text IN a.subject) > 0 OR a.place = 10000
       ORDER BY a.place
       LIMIT 21
      """;

  private SearchText() {}

  static List<SqlText> all(String text, boolean withAudit) {
    List<String> statements = new ArrayList<>();
    Collections.addAll(
        statements, JOBS, CHILDREN, RUNS, SCHEDULES, JOB_BATCHES, DEFINITIONS, QUEUES, QUARANTINE);
    if (withAudit) {
      statements.add(AUDIT);
    }
    List<SqlText> all =
        new ArrayList<>(statements.stream().map(each -> new SqlText(TEXT + each, text)).toList());
    if (FIRE_ID.matcher(text).matches()) {
      all.add(0, new SqlText(RUN, text));
      all.add(0, new SqlText(JOB_OF_RUN, text));
    }
    return all;
  }
}
