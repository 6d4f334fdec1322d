package org.goodtiming.scheduler.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.RecurringJobs;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.run.WaitingRuns;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Releases runs that wait for the end of the last run of their schedule, and cancels last runs for
 * which none waits, in the caller's transaction. It detects every kind of end: report, cancel, dead
 * letter, expiry, silence of the worker.
 */
@Singleton
public final class RunReleaser {

  private static final String COMPLETE = "the wanted number of runs has finished";

  private final Statements statements;
  private final RunMover moved;
  private final WaitingRuns runs;
  private final RecurringJobs schedules;
  private final SupersededRuns superseded;

  @Inject
  public RunReleaser(DataSource dataSource, TrackedJobs executions, RecurringJobs schedules) {
    this.statements = new Statements(dataSource);
    this.schedules = schedules;
    this.moved = new RunMover(dataSource, executions);
    this.runs = new WaitingRuns(dataSource, executions);
    this.superseded = new SupersededRuns(dataSource, executions);
  }

  // Skips a run that is being changed, because its row is the lock of its schedule; the next call
  // takes it. Releases a run whose delay counts from the end only after its time is set. A run that
  // does not wait for the last one keeps its time, which may be its turn to catch up. Does not
  // count
  // the last run of a replaced schedule among the successes of the new schedule.
  private static final String RELEASE =
      """
      WITH ended AS MATERIALIZED (
        SELECT s.queue, s.job_id, s.waits_for, s.stateful AND e.state = 'FINISHED' AS has_data, e.result_kind,
               coalesce(e.state = 'FINISHED', false) AS finished
          FROM scheduler.schedule s LEFT JOIN scheduler.execution e ON e.fire_id = s.waits_for
         WHERE s.waits_for IS NOT NULL AND (e.fire_id IS NULL OR e.ended_at IS NOT NULL)
           AND (s.recurrence !~ '<from_end>' OR s.state = 'ENDED'
                OR (s.queue, s.job_id) IN (SELECT k.queue, k.job_id FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)))
         LIMIT :limit),
      locked AS MATERIALIZED (
        SELECT j.queue, j.job_id FROM ended JOIN scheduler.job j USING (queue, job_id) FOR UPDATE OF j SKIP LOCKED)
      UPDATE scheduler.schedule s
         SET waits_for = NULL, held_until = CASE WHEN s.overlap_limit IS NULL THEN s.held_until END,
             successes = s.successes + (s.wanted_successes IS NOT NULL AND n.finished AND s.runs > 0)::int
        FROM ended n
       WHERE s.queue = n.queue AND s.job_id = n.job_id AND s.waits_for = n.waits_for
         AND (EXISTS (SELECT 1 FROM locked l WHERE l.queue = n.queue AND l.job_id = n.job_id)
              OR s.state = 'ENDED')
      RETURNING s.queue, s.job_id, s.overlap_limit IS NOT NULL AS waits, CASE WHEN n.has_data THEN n.waits_for END AS result_of,
                s.successes >= coalesce(s.wanted_successes, s.successes + 1) AS complete
      """
          .replace("<from_end>", RunMover.FROM_END);

  /** Whether a run waits for one that has ended: in the order of the index of runs that wait. */
  static final String ANY_ENDED =
      """
      (SELECT s.waits_for FROM scheduler.schedule s LEFT JOIN scheduler.execution e ON e.fire_id = s.waits_for
        WHERE s.waits_for IS NOT NULL AND (e.fire_id IS NULL OR e.ended_at IS NOT NULL)
        ORDER BY s.waits_for LIMIT 1) IS NOT NULL
      """;

  /**
   * @param waits whether it has waited
   * @param complete whether its schedule needs no further run
   */
  private record Free(WaitingRuns.Released run, boolean waits, boolean complete) {

    static Free of(ResultSet row) throws SQLException {
      String resultOf = row.getString("result_of");
      return new Free(
          new WaitingRuns.Released(
              Columns.key(row), resultOf == null ? null : UUID.fromString(resultOf)),
          row.getBoolean("waits"),
          row.getBoolean("complete"));
    }
  }

  /**
   * Cancels runs that a later run of their schedule replaces.
   *
   * @param limit maximum number of schedules
   */
  public void cancelSuperseded(int limit) {
    superseded.cancel(limit);
  }

  /**
   * @param limit maximum number of schedules
   */
  public void release(int limit) {
    List<Free> free =
        statements.query(
            "release runs that wait for the end of the last run",
            new SqlText(RELEASE).setKeys(moved.planFromEnd(limit)).set("limit", limit),
            Free::of);
    List<WaitingRuns.Released> wanted =
        free.stream().filter(each -> each.waits() && !each.complete()).map(Free::run).toList();
    if (!wanted.isEmpty()) {
      runs.release(wanted);
    }
    List<JobKey> complete =
        free.stream().filter(Free::complete).map(each -> each.run().key()).toList();
    if (!complete.isEmpty()) {
      end(complete);
    }
  }

  private void end(List<JobKey> complete) {
    Set<JobKey> unwanted = runs.remove(complete, COMPLETE);
    if (!unwanted.isEmpty()) {
      schedules.ended(unwanted, COMPLETE);
    }
  }
}
