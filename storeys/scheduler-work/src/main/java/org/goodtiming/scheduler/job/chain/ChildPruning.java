package org.goodtiming.scheduler.job.chain;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Deletes what is known of the parents of jobs that wait no more, and whose runs are pruned; and
 * job batches whose runs are pruned.
 */
@Singleton
public final class ChildPruning implements LeaderTask {

  private static final int PAGE = 5_000;

  private final Statements statements;
  private Instant position = Instant.EPOCH;

  @Inject
  public ChildPruning(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "parent-pruning",
        Duration.ofMinutes(1),
        "SCHED-0851 could not delete what is known of the parents of former jobs; next try in a minute");
  }

  /** A page a time. A week is left for attempts of jobs that are not tracked. */
  @Override
  public void run() {
    String sql =
        """
        WITH page AS MATERIALIZED (
          SELECT c.fire_id, c.queue, c.job_id, c.registered_at FROM scheduler.child_job c
           WHERE c.registered_at > :position AND c.registered_at < clock_timestamp() - interval 'P7D'
           ORDER BY c.registered_at LIMIT :limit),
        gone AS (
          DELETE FROM scheduler.child_job c USING page p
           WHERE c.fire_id = p.fire_id
             AND NOT EXISTS (SELECT FROM scheduler.execution e WHERE e.fire_id = p.fire_id)
             AND NOT EXISTS (SELECT FROM scheduler.job j WHERE j.queue = p.queue AND j.job_id = p.job_id AND j.fire_id = p.fire_id)
          RETURNING c.fire_id),
        parents AS (
          DELETE FROM scheduler.job_parent p USING gone g WHERE p.fire_id = g.fire_id)
        SELECT registered_at FROM page ORDER BY registered_at
        """;
    List<Instant> page =
        statements.query(
            "delete parents of former jobs",
            new SqlText(sql).set("position", position).set("limit", PAGE),
            row -> Columns.instant(row, "registered_at"));
    position = page.size() < PAGE ? Instant.EPOCH : page.get(page.size() - 1);
    deleteBatches();
  }

  private void deleteBatches() {
    String sql =
        """
        WITH gone AS (
          DELETE FROM scheduler.job_batch b
           WHERE b.id IN (
             SELECT x.id FROM scheduler.job_batch x
              WHERE x.ended_at < clock_timestamp() - interval 'P7D'
                AND NOT EXISTS (SELECT FROM scheduler.execution e WHERE e.batch = x.id)
                AND NOT EXISTS (SELECT FROM scheduler.job_parent p WHERE p.batch = x.id AND p.run = x.run)
              LIMIT :limit)
          RETURNING b.id)
        DELETE FROM scheduler.node_lock l USING gone g WHERE l.name = 'job batch ' || g.id
        """;
    statements.update("delete former job batches", new SqlText(sql).set("limit", PAGE));
  }
}
