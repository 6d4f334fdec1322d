package org.goodtiming.scheduler.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.run.WaitingRuns;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Passes changed definitions on to the waiting runs of their schedules, in the caller's
 * transaction.
 */
@Singleton
public final class RunFiller {

  /** Whether a schedule waits with another version of its definition. */
  static final String ANY_OUTDATED =
      """
      EXISTS (SELECT FROM scheduler.definition d
               WHERE EXISTS (SELECT FROM scheduler.schedule o
                              WHERE o.definition = d.name AND o.filled_with < d.hash AND o.state <> 'ENDED')
                  OR EXISTS (SELECT FROM scheduler.schedule o
                              WHERE o.definition = d.name AND o.filled_with > d.hash AND o.state <> 'ENDED'))
      """;

  // A run that is being dispatched or changed is left for the next time
  private static final String LOCK =
      """
      SELECT j.queue, j.job_id
        FROM scheduler.definition d
             CROSS JOIN LATERAL (
               SELECT o.queue, o.job_id FROM scheduler.schedule o
                WHERE o.definition = d.name AND o.filled_with < d.hash AND o.state <> 'ENDED'
               UNION ALL
               SELECT o.queue, o.job_id FROM scheduler.schedule o
                WHERE o.definition = d.name AND o.filled_with > d.hash AND o.state <> 'ENDED') s
             JOIN scheduler.job j ON j.queue = s.queue AND j.job_id = s.job_id
       WHERE j.planned_at IS NOT NULL
       LIMIT :limit
         FOR UPDATE OF j SKIP LOCKED
      """;

  // The definition may change before the run does: then the run is filled once more
  private static final String MARK =
      """
      UPDATE scheduler.schedule s SET filled_with = d.hash
        FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id), scheduler.definition d
       WHERE s.queue = k.queue AND s.job_id = k.job_id AND d.name = s.definition AND d.queue = s.queue
      """;

  private final Statements statements;
  private final WaitingRuns runs;

  @Inject
  public RunFiller(DataSource dataSource, TrackedJobs executions) {
    this.statements = new Statements(dataSource);
    this.runs = new WaitingRuns(dataSource, executions);
  }

  /**
   * Changes waiting runs whose definition has changed.
   *
   * @param limit maximum number of schedules
   * @return how many runs were changed
   */
  public int fill(int limit) {
    String purpose = "pass changed definitions on to waiting runs";
    List<JobKey> locked =
        statements.query(purpose, new SqlText(LOCK).set("limit", limit), Columns::key);
    if (!locked.isEmpty()) {
      // Reads the schedules after the lock, which keeps dispatch and registration from changing
      // them
      statements.update(purpose, new SqlText(MARK).setKeys(locked));
      runs.fill(locked);
    }
    return locked.size();
  }
}
