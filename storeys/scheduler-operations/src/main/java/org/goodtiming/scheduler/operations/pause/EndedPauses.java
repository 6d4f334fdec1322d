package org.goodtiming.scheduler.operations.pause;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Resumes worker queues whose pause is over, so that audit and events tell its end. Dispatch itself
 * compares the end of a pause with the database's clock, and does not wait for this.
 */
@Singleton
public final class EndedPauses implements LeaderTask {

  /** Name of the scheduler in the audit. */
  static final String SCHEDULER = "scheduler";

  private final Statements statements;
  private final String node;

  @Inject
  public EndedPauses(DataSource dataSource, @NodeName String node) {
    statements = new Statements(dataSource);
    this.node = node;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "ended-pauses",
        Duration.ofSeconds(10),
        "SCHED-0060 could not record that pauses of worker queues are over; their jobs are dispatched all the same; next try in 10 s");
  }

  @Override
  public void run() {
    String sql =
        """
        WITH ended AS (
          UPDATE scheduler.worker_queue q SET paused = false
            FROM (SELECT name, paused_until FROM scheduler.worker_queue
                   WHERE paused AND paused_until <= clock_timestamp() ORDER BY name FOR UPDATE) pause
           WHERE q.name = pause.name
          RETURNING q.name, pause.paused_until)
        INSERT INTO scheduler.audit (changed_at, changed_by, node, action, subject, before, after)
        SELECT paused_until, :login, :node, 'resume worker queue', name,
               jsonb_build_object('paused', true, 'pausedUntil', paused_until), '{"paused": false}'
          FROM ended
        """;
    statements.update(
        "resume worker queues whose pause is over",
        new SqlText(sql).set("login", SCHEDULER).set("node", node));
  }
}
