package org.goodtiming.scheduler.operations.explanation;

import java.time.Instant;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.explanation.RunFacts;
import org.goodtiming.scheduler.sql.SqlText;
import org.jspecify.annotations.Nullable;

/**
 * The statements of explanations; of table job and table execution they read by indexes. Audit and
 * quarantine have no index on the job, so that only their latest 10,000 rows are read.
 */
final class ExplanationText {

  private static final String RUN =
      """
      SELECT e.fire_id, e.queue, e.job_id, e.batch, e.state, e.attempt, e.worker, e.message, e.due_at, e.submitted_at, e.ended_at,
             e.cancel_requested_at, least(e.dispatched_at, first.dispatched_at) AS dispatched_at,
             least(e.started_at, first.started_at, CASE WHEN e.started_at IS NOT NULL THEN first.left_at END) AS started_at
        FROM scheduler.execution e
             CROSS JOIN LATERAL (
               SELECT min(t.at) FILTER (WHERE t.new_state = 'DISPATCHED') AS dispatched_at,
                      min(t.at) FILTER (WHERE t.new_state = 'RUNNING') AS started_at,
                      min(t.at) FILTER (WHERE t.old_state = 'DISPATCHED') AS left_at
                 FROM scheduler.execution_transition t WHERE t.fire_id = e.fire_id) first
      """;

  private ExplanationText() {}

  static SqlText run(UUID fireId) {
    return new SqlText(RUN).and("e.fire_id = :fire_id", fireId);
  }

  static SqlText latestRun(JobKey key) {
    return new SqlText(RUN)
        .and("e.queue = :queue AND e.job_id = :job_id", true)
        .setKey(key)
        .then("ORDER BY e.submitted_at DESC LIMIT :limit", 1);
  }

  /**
   * One row, even if nothing is known of the job.
   *
   * @param fireId of the run that is to wait; null for any. A run of a schedule that is sent again
   *     waits under another job id
   */
  static SqlText present(JobKey key, @Nullable UUID fireId) {
    return new SqlText(
            """
            SELECT k.queue, coalesce(j.job_id, k.job_id) AS job_id, k.now,
                   j.id, j.due_at, coalesce(j.resumes_at, j.eligible_at) AS eligible_at, j.expires_at, j.held_at, j.held_by, j.attempts,
                   j.last_error AS job_error,
                   CASE WHEN r.retry_at IS NOT NULL THEN 'DISPATCH'
                        WHEN j.run_attempt > 1 AND j.last_error IS NOT NULL AND j.held_at IS NULL THEN 'WORKER' END AS failed,
                   p.prepared, d.gtrid, before.jobs AS ahead,
                   share.property AS share_property, share.max_runs AS share_limit, share.runs AS share_runs, share.ahead AS share_ahead,
                   g.group_key AS paused_group, g.paused_at AS group_paused_at,
                   g.paused_until AS group_paused_until,
                   s.state, s.paused_until, s.pause_reason, CASE WHEN s.overlap_limit IS NOT NULL THEN s.waits_for END AS waits_for,
                   s.held_until, s.ended_at, s.end_reason, s.jitter IS NOT NULL AS spread,
                   t.recorded_at AS cancelled_at, j.waits_for AS unended_parents, parent.name AS parent, parent.state AS parent_state,
                   parent.since AS parent_since, parent.size AS batch_size, parent.missing AS batch_missing,
                   parent.members AS batch_members, parent.ended AS batch_ended, parent.on_failure,
                   (SELECT m.batch FROM scheduler.execution m WHERE m.fire_id = j.fire_id) AS batch
              FROM (SELECT :queue::text AS queue, :job_id::text AS job_id, :fire_id::uuid AS fire_id, clock_timestamp() AS now) k
                   LEFT JOIN LATERAL (
                     SELECT w.*, w.xmax AS locker FROM scheduler.job w
                      WHERE w.queue = k.queue AND w.job_id IN (k.job_id, scheduler.recovery_id(k.job_id, k.fire_id))
                        AND w.fire_id = coalesce(k.fire_id, w.fire_id) LIMIT 1) j ON true
                   LEFT JOIN LATERAL (
                     SELECT CASE WHEN w.batch IS NULL THEN format('%s/%s', w.queue, w.job_id) ELSE 'batch ' || w.batch END AS name,
                            CASE WHEN h.held_at IS NOT NULL THEN 'HELD' WHEN h.waits_for > 0 THEN 'PARENTS' ELSE e.state END AS state,
                            CASE e.state WHEN 'RUNNING' THEN e.started_at WHEN 'DISPATCHED' THEN e.dispatched_at
                                         WHEN 'SUBMITTED' THEN coalesce(h.held_at, e.due_at) ELSE c.known_until END AS since,
                            b.size, b.missing, b.total AS members, b.finished + b.failed + b.cancelled AS ended, w.on_failure
                       FROM scheduler.child_job c JOIN scheduler.job_parent w USING (fire_id)
                            LEFT JOIN scheduler.execution e ON e.fire_id = w.run
                            LEFT JOIN scheduler.job h ON h.queue = w.queue AND h.job_id = w.job_id AND h.fire_id = w.run
                                 AND e.state = 'SUBMITTED'
                            LEFT JOIN scheduler.job_batch_status b ON b.id = w.batch
                      WHERE c.fire_id = j.fire_id AND w.state IS NULL ORDER BY w.number LIMIT 1) parent ON j.waits_for > 0
                   LEFT JOIN scheduler.dispatch_retry r ON r.job_row = j.id AND r.retry_at = j.eligible_at
                   LEFT JOIN pg_prepared_xacts p ON p.transaction = j.locker AND p.database = current_database()
                   LEFT JOIN scheduler.in_doubt d ON d.database_gid = p.gid
                   LEFT JOIN scheduler.dispatch_pause g ON g.group_key = j.group_key AND g.group_key <> ''
                     AND coalesce(g.paused_until > k.now, true)
                   LEFT JOIN scheduler.schedule s ON s.queue = k.queue AND s.job_id = k.job_id
                     AND (j.id IS NULL OR j.planned_at IS NOT NULL)
                   LEFT JOIN scheduler.tombstone t ON t.queue = k.queue AND t.job_id = k.job_id
                   LEFT JOIN LATERAL (
                     SELECT count(*) AS jobs FROM (
                       SELECT FROM scheduler.job o WHERE o.queue = j.queue AND o.eligible_at < least(j.eligible_at, k.now)
                        ORDER BY o.eligible_at LIMIT 1000) o) before ON true
                   LEFT JOIN LATERAL (
                     SELECT q.key_property AS property, q.max_concurrent_runs_per_key AS max_runs,
                            (SELECT count(*) FROM scheduler.execution e
                              WHERE e.queue = j.queue AND e.share_key = j.share_key AND e.is_limited AND e.ended_at IS NULL) AS runs,
                            (SELECT count(*) FROM (
                               SELECT FROM scheduler.job o
                                WHERE o.queue = j.queue AND o.share_key = j.share_key AND o.eligible_at < least(j.eligible_at, k.now)
                                ORDER BY o.eligible_at LIMIT 1000) o) AS ahead
                       FROM scheduler.worker_queue q
                      WHERE q.name = j.queue AND q.by_key AND starts_with(j.share_key, q.key_property || '=')) share ON true
            """)
        .setKey(key)
        .set("fire_id", text(fireId));
  }

  /** The planned time of the waiting run. */
  static SqlText plan(JobKey key) {
    return new SqlText(
            """
            SELECT recurrence, coalesce(passed_at, registered_at) AS after, next_planned_at AS planned_at, jitter IS NOT NULL AS spread
              FROM scheduler.schedule
            """)
        .and("queue = :queue AND job_id = :job_id AND next_planned_at IS NOT NULL", true)
        .setKey(key);
  }

  /** The latest row of the quarantine, or that of a run. */
  static SqlText quarantined(JobKey key, @Nullable UUID fireId) {
    return new SqlText(
            """
            SELECT q.id, q.quarantined_at, q.code, q.reason
              FROM (SELECT * FROM scheduler.quarantine ORDER BY id DESC LIMIT 10000) q
            """)
        .and("q.queue = :queue AND q.job_id = :job_id", true)
        .setKey(key)
        .and("position(:fire_id IN q.properties) > 0", text(fireId))
        .then("ORDER BY q.id DESC LIMIT :limit", 1);
  }

  /** The events of a job that is not tracked, or waits, up to now. */
  static SqlText events(JobKey key, Instant now) {
    return events(key, null, Instant.EPOCH, now);
  }

  /** The events of a run until it was dispatched. */
  static SqlText events(JobKey key, RunFacts run, Instant now) {
    RunFacts.Times times = run.times();
    Instant end = times.dispatchedAt() == null ? now : times.dispatchedAt();
    Instant begin =
        times.submittedAt().isBefore(times.dueAt()) ? times.submittedAt() : times.dueAt();
    return events(key, run.fireId(), begin, end);
  }

  static SqlText events(JobKey key, @Nullable UUID fireId, Instant from, Instant to) {
    return new SqlText(
            """
            WITH k AS (SELECT :queue::text AS queue, :job_id::text AS job_id, :fire_id::uuid AS fire_id, :begin::timestamptz AS begin,
                       :until::timestamptz AS until)
            SELECT a.action AS kind, a.changed_at AS at, NULL::timestamptz AS since, a.changed_by AS detail
              FROM k CROSS JOIN LATERAL (
                     SELECT * FROM scheduler.audit c WHERE c.changed_at BETWEEN k.begin AND k.until
                      ORDER BY c.changed_at DESC LIMIT 10000) a
             WHERE a.subject IN (k.queue, k.queue || '/' || k.job_id)
               AND (a.action IN ('hold job', 'release job', 'pause worker queue', 'pause schedule', 'resume schedule')
                    OR a.action = 'resume worker queue' AND (a.before ->> 'paused')::boolean)
            UNION ALL
            SELECT 'lead partition', h.acquired_at, CASE WHEN o.ended_at < h.acquired_at THEN o.ended_at END,
                   format(CASE WHEN o.holder IS NULL THEN '%1$s leads it (%3$s)'
                               WHEN o.holder <> h.holder THEN '%1$s took over from %2$s (%3$s)'
                               ELSE '%1$s leads it again (%3$s)' END, h.holder, o.holder, h.reason)
              FROM k JOIN scheduler.worker_queue q ON q.name = k.queue
                     JOIN scheduler.lease_history h ON h.partition = q.partition AND h.acquired_at BETWEEN k.begin AND k.until
                     LEFT JOIN scheduler.lease_history o ON o.partition = h.partition AND o.epoch = h.epoch - 1
            UNION ALL
            SELECT 'previous run', e.ended_at,
                   coalesce((SELECT min(t.at) FROM scheduler.execution_transition t
                              WHERE t.fire_id = e.fire_id AND t.new_state = 'RUNNING'), e.started_at), e.fire_id::text
              FROM k JOIN scheduler.schedule s ON s.queue = k.queue AND s.job_id = k.job_id AND s.overlap_limit IS NOT NULL
                     JOIN scheduler.execution m ON m.fire_id = k.fire_id
                     CROSS JOIN LATERAL (
                       SELECT * FROM scheduler.execution b
                        WHERE b.queue = m.queue AND b.job_id = m.job_id AND b.submitted_at < m.submitted_at
                        ORDER BY b.submitted_at DESC LIMIT 1) e
             WHERE e.ended_at BETWEEN k.begin AND k.until
            UNION ALL
            SELECT 'attempt', t.at, NULL, coalesce(t.message, t.old_state)
              FROM k JOIN scheduler.execution_transition t ON t.fire_id = k.fire_id AND t.new_state = 'SUBMITTED'
                   AND t.old_state IS NOT NULL
             ORDER BY at
            """)
        .setKey(key)
        .set("fire_id", text(fireId))
        .set("begin", from)
        .set("until", to);
  }

  private static @Nullable String text(@Nullable UUID fireId) {
    return fireId == null ? null : fireId.toString();
  }
}
