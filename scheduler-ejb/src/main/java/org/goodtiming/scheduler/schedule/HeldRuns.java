package org.goodtiming.scheduler.schedule;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.leader.LeaderTask;

/**
 * Lets runs go that wait for the end of the last run of their schedule. Whatever ends an execution,
 * a report, a cancel, a dead letter or the silence of its worker, it is seen here.
 */
public final class HeldRuns implements LeaderTask {

  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final int BATCH = 500;

  private final DataSource dataSource;

  public HeldRuns(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  @Override
  public String name() {
    return "held-runs";
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  @Override
  public String failure() {
    return "SCHED-0643 could not let runs go that wait for the end of the last one; next try in 500 ms";
  }

  // A run that is being changed is left for the next time: its row is the lock of its schedule.
  private static final String RELEASE =
      """
      WITH ended AS MATERIALIZED (
        SELECT s.queue, s.job_id, s.waits_for, s.stateful AND e.state = 'FINISHED' AS has_data, e.result_kind
          FROM scheduler.schedule s LEFT JOIN scheduler.execution e ON e.fire_id = s.waits_for
         WHERE s.waits_for IS NOT NULL AND (e.fire_id IS NULL OR e.ended_at IS NOT NULL)
         LIMIT ?),
      locked AS MATERIALIZED (
        SELECT j.queue, j.job_id FROM ended JOIN scheduler.job j USING (queue, job_id) FOR UPDATE OF j SKIP LOCKED),
      free AS (
        UPDATE scheduler.schedule s SET waits_for = NULL, held_until = NULL
          FROM ended n
         WHERE s.queue = n.queue AND s.job_id = n.job_id AND s.waits_for = n.waits_for
           AND (EXISTS (SELECT 1 FROM locked l WHERE l.queue = n.queue AND l.job_id = n.job_id)
                OR s.state = 'ENDED')
        RETURNING s.queue, s.job_id, scheduler.eligible_at(s, '-infinity') AS held, n.waits_for, n.has_data, n.result_kind)
      UPDATE scheduler.job j
         SET eligible_at = greatest(j.due_at, f.held),
             body = coalesce(r.body, j.body),
             body_is_text = CASE WHEN r.body IS NULL THEN j.body_is_text ELSE f.result_kind <> 'BYTES' END,
             content_type = CASE WHEN r.body IS NOT NULL AND f.result_kind = 'JSON' THEN 'application/json' ELSE j.content_type END
        FROM free f LEFT JOIN scheduler.execution_result r ON f.has_data AND r.fire_id = f.waits_for
       WHERE j.queue = f.queue AND j.job_id = f.job_id AND j.planned_at IS NOT NULL
      """;

  @Override
  public void run() {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement release = connection.prepareStatement(RELEASE)) {
      release.setInt(1, BATCH);
      release.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("let runs go that wait for the end of the last one", e);
    }
  }
}
