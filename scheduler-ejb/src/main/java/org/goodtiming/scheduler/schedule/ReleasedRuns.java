package org.goodtiming.scheduler.schedule;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.job.TextArrays;

/**
 * Releases runs that wait for the end of the last run of their schedule, in the caller's
 * transaction. It detects every kind of end: report, cancel, dead letter, expiry, silence of the
 * worker.
 */
public final class ReleasedRuns {

  private final DataSource dataSource;
  private final MovedRuns runs;

  public ReleasedRuns(DataSource dataSource) {
    this.dataSource = dataSource;
    this.runs = new MovedRuns(dataSource);
  }

  // A run that is being changed is left for the next time: its row is the lock of its schedule. One
  // whose delay counts from the end is let go only if it has got its time.
  private static final String RELEASE =
      """
      WITH ended AS MATERIALIZED (
        SELECT s.queue, s.job_id, s.waits_for, s.stateful AND e.state = 'FINISHED' AS has_data, e.result_kind
          FROM scheduler.schedule s LEFT JOIN scheduler.execution e ON e.fire_id = s.waits_for
         WHERE s.waits_for IS NOT NULL AND (e.fire_id IS NULL OR e.ended_at IS NOT NULL)
           AND (s.recurrence !~ '%s' OR s.state = 'ENDED'
                OR (s.queue, s.job_id) IN (SELECT k.queue, k.job_id FROM unnest(?::text[], ?::text[]) AS k (queue, job_id)))
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
      """
          .formatted(MovedRuns.FROM_END);

  /**
   * @param most maximum number of schedules
   */
  public void release(int most) {
    List<JobKey> planned = runs.planFromEnd(most);
    try (Connection connection = dataSource.getConnection();
        PreparedStatement release = connection.prepareStatement(RELEASE)) {
      TextArrays.setKeys(release, 1, planned);
      release.setInt(3, most);
      release.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("release runs that wait for the end of the last run", e);
    }
  }
}
