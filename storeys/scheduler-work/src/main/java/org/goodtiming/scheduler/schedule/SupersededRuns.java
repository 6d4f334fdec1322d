package org.goodtiming.scheduler.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.run.WaitingRuns;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Cancels runs that a later run of their schedule replaces, in the caller's transaction. The
 * transaction that dispatches the later one only notes them: it must not wait for a report that has
 * locked its run. Nor does this one, which takes such a run at its next call.
 */
final class SupersededRuns {

  /** Whether there are any, in the order of their index. */
  static final String ANY =
      """
      (SELECT s.queue FROM scheduler.schedule s WHERE s.superseded IS NOT NULL ORDER BY s.queue, s.job_id LIMIT 1) IS NOT NULL
      """;

  private static final String LOCK =
      """
      WITH locked AS MATERIALIZED (
        SELECT s.queue, s.job_id, s.superseded FROM scheduler.schedule s WHERE s.superseded IS NOT NULL
         ORDER BY s.queue, s.job_id LIMIT :limit FOR UPDATE SKIP LOCKED)
      SELECT l.queue, l.job_id, r.fire_id FROM locked l CROSS JOIN LATERAL unnest(l.superseded) AS r (fire_id)
      """;

  private static final String SETTLE =
      """
      UPDATE scheduler.schedule s
         SET superseded = nullif(ARRAY (SELECT r.fire_id FROM unnest(s.superseded) AS r (fire_id)
                                         WHERE r.fire_id <> ALL (:settled::uuid[])), '{}')
        FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
       WHERE s.queue = k.queue AND s.job_id = k.job_id
      """;

  private final Statements statements;
  private final TrackedJobs executions;
  private final WaitingRuns runs;

  SupersededRuns(DataSource dataSource, TrackedJobs executions) {
    this.statements = new Statements(dataSource);
    this.executions = executions;
    this.runs = new WaitingRuns(dataSource, executions);
  }

  /**
   * @param limit maximum number of schedules
   */
  void cancel(int limit) {
    Map<UUID, JobKey> superseded = new LinkedHashMap<>();
    statements
        .query(
            "read the runs that a later run replaces",
            new SqlText(LOCK).set("limit", limit),
            row -> Map.entry(Columns.fireId(row), Columns.key(row)))
        .forEach(run -> superseded.put(run.getKey(), run.getValue()));
    if (superseded.isEmpty()) {
      return;
    }
    Set<UUID> settled = new HashSet<>(runs.removeAttempts(superseded));
    List<UUID> others = new ArrayList<>(superseded.keySet());
    others.removeAll(settled);
    settled.addAll(executions.superseded(others));
    statements.update(
        "record that runs are cancelled",
        new SqlText(SETTLE)
            .setKeys(Set.copyOf(superseded.values()))
            .set("settled", settled, UUID::toString));
  }
}
