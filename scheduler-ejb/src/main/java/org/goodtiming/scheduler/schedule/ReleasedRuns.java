package org.goodtiming.scheduler.schedule;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.RecurringJobs;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Releases runs that wait for the end of the last run of their schedule, in the caller's
 * transaction. It detects every kind of end: report, cancel, dead letter, expiry, silence of the
 * worker.
 */
public final class ReleasedRuns {

  private static final String COMPLETE = "the wanted number of runs has finished";

  private final Statements statements;
  private final MovedRuns runs;
  private final TrackedJobs executions;
  private final RecurringJobs schedules;

  public ReleasedRuns(DataSource dataSource, TrackedJobs executions, RecurringJobs schedules) {
    this.statements = new Statements(dataSource);
    this.executions = executions;
    this.schedules = schedules;
    this.runs = new MovedRuns(dataSource);
  }

  // A run that is being changed is left for the next time: its row is the lock of its schedule. One
  // whose delay counts from the end is let go only if it has got its time. The last run of a
  // schedule that this one has replaced is none of its successes.
  private static final String RELEASE =
      """
      WITH ended AS MATERIALIZED (
        SELECT s.queue, s.job_id, s.waits_for, s.stateful AND e.state = 'FINISHED' AS has_data, e.result_kind,
               coalesce(e.state = 'FINISHED', false) AS finished
          FROM scheduler.schedule s LEFT JOIN scheduler.execution e ON e.fire_id = s.waits_for
         WHERE s.waits_for IS NOT NULL AND (e.fire_id IS NULL OR e.ended_at IS NOT NULL)
           AND (s.recurrence !~ '%s' OR s.state = 'ENDED'
                OR (s.queue, s.job_id) IN (SELECT k.queue, k.job_id FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)))
         LIMIT :most),
      locked AS MATERIALIZED (
        SELECT j.queue, j.job_id FROM ended JOIN scheduler.job j USING (queue, job_id) FOR UPDATE OF j SKIP LOCKED),
      free AS (
        UPDATE scheduler.schedule s
           SET waits_for = NULL, held_until = NULL,
               successes = s.successes + (s.wanted_successes IS NOT NULL AND n.finished AND s.runs > 0)::int
          FROM ended n
         WHERE s.queue = n.queue AND s.job_id = n.job_id AND s.waits_for = n.waits_for
           AND (EXISTS (SELECT 1 FROM locked l WHERE l.queue = n.queue AND l.job_id = n.job_id)
                OR s.state = 'ENDED')
        RETURNING s.queue, s.job_id, s AS schedule, n.waits_for, n.has_data, n.result_kind,
                  s.successes >= coalesce(s.wanted_successes, s.successes + 1) AS complete),
      let_go AS (
        UPDATE scheduler.job j
           SET eligible_at = scheduler.eligible_at(f.schedule, j.due_at),
               body = coalesce(r.body, j.body),
               body_is_text = CASE WHEN r.body IS NULL THEN j.body_is_text ELSE f.result_kind <> 'BYTES' END,
               content_type = CASE WHEN r.body IS NOT NULL AND f.result_kind = 'JSON' THEN 'application/json' ELSE j.content_type END
          FROM free f LEFT JOIN scheduler.execution_result r ON f.has_data AND r.fire_id = f.waits_for
         WHERE j.queue = f.queue AND j.job_id = f.job_id AND j.planned_at IS NOT NULL AND NOT f.complete
        RETURNING j.fire_id, CASE WHEN r.body IS NOT NULL THEN to_jsonb(j) END AS changed),
      input AS (
        UPDATE scheduler.execution_input i SET job = l.changed FROM let_go l
         WHERE i.fire_id = l.fire_id AND l.changed IS NOT NULL),
      gone AS (
        DELETE FROM scheduler.job j USING free f
         WHERE j.queue = f.queue AND j.job_id = f.job_id AND j.planned_at IS NOT NULL AND f.complete
        RETURNING j.queue, j.job_id, j.fire_id),
      entry AS (
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        SELECT 'cancelled', count(*) FROM gone HAVING count(*) > 0)
      SELECT queue, job_id, fire_id FROM gone
      """
          .formatted(MovedRuns.FROM_END);

  /**
   * @param most maximum number of schedules
   */
  public void release(int most) {
    Map<JobKey, UUID> unwanted = release(runs.planFromEnd(most), most);
    if (!unwanted.isEmpty()) {
      executions.ended(unwanted.values(), Ending.CANCELLED, COMPLETE);
      schedules.ended(unwanted.keySet(), COMPLETE);
    }
  }

  /** Fire ids of waiting runs that were removed, for their schedules are complete. */
  private Map<JobKey, UUID> release(List<JobKey> planned, int most) {
    return statements
        .query(
            "release runs that wait for the end of the last run",
            new SqlText(RELEASE).setKeys(planned).set("most", most),
            row -> Map.entry(Columns.key(row), Columns.fireId(row)))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
