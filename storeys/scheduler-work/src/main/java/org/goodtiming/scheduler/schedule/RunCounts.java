package org.goodtiming.scheduler.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Counts the successes and failures of schedules, after their runs have ended. The transaction that
 * ends a run does not count it: dispatch would wait for its lock on the schedule, for as long as
 * the transaction is in doubt.
 */
@Singleton
public final class RunCounts implements LeaderTask {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  // A schedule that is being dispatched or changed is left for the next time: waiting for it with
  // the locks of others could deadlock. Runs of an earlier schedule of the same key do not count.
  // With wanted_successes the release of the next run counts them.
  private static final String COUNT =
      """
      WITH ended AS MATERIALIZED (
        SELECT e.fire_id, e.queue, e.job_id, e.state, e.submitted_at >= s.registered_at AS own
          FROM scheduler.execution e JOIN scheduler.schedule s USING (queue, job_id)
         WHERE e.uncounted AND e.ended_at IS NOT NULL
         LIMIT :limit FOR UPDATE OF e, s SKIP LOCKED),
      counts AS (
        SELECT queue, job_id, count(*) FILTER (WHERE own AND state = 'FINISHED') AS finished,
               count(*) FILTER (WHERE own AND state IN ('ERROR', 'EXHAUSTED')) AS failed
          FROM ended GROUP BY queue, job_id),
      counted AS (
        UPDATE scheduler.schedule s
           SET successes = s.successes + CASE WHEN s.wanted_successes IS NULL THEN c.finished ELSE 0 END,
               failures = s.failures + c.failed
          FROM counts c
         WHERE s.queue = c.queue AND s.job_id = c.job_id AND c.finished + c.failed > 0)
      UPDATE scheduler.execution e SET uncounted = false FROM ended n WHERE e.fire_id = n.fire_id
      """;

  private final Statements statements;

  @Inject
  public RunCounts(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "run-counts",
        INTERVAL,
        "SCHED-0646 could not count the successes and failures of schedules; next try in 1 s");
  }

  @Override
  public String condition() {
    // The first by the index: an EXISTS may read the whole table if statistics expect many
    return "(SELECT min(ended_at) FROM scheduler.execution WHERE uncounted AND ended_at IS NOT NULL) IS NOT NULL";
  }

  @Override
  public void run() {
    Portions.repeat(
        limit ->
            statements.update(
                "count the successes and failures of schedules",
                new SqlText(COUNT).set("limit", limit)));
  }
}
