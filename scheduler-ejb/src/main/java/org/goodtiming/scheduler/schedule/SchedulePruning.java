package org.goodtiming.scheduler.schedule;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.leader.Batches;
import org.goodtiming.scheduler.leader.LeaderTask;

/** Deletes schedules that have ended, in small transactions. */
public final class SchedulePruning implements LeaderTask {

  private final DataSource dataSource;
  private final Duration age;

  /**
   * @param age how long schedules are kept after their end
   */
  public SchedulePruning(DataSource dataSource, Duration age) {
    this.dataSource = dataSource;
    this.age = age;
  }

  @Override
  public String name() {
    return "schedule-pruning";
  }

  @Override
  public Duration interval() {
    return Duration.ofMinutes(1);
  }

  @Override
  public String failure() {
    return "SCHED-0644 could not delete schedules that have ended; next try in a minute";
  }

  @Override
  public void run() {
    String sql =
        """
        WITH old AS MATERIALIZED (
          SELECT queue, job_id FROM scheduler.schedule
           WHERE state = 'ENDED' AND ended_at <= (SELECT clock_timestamp() - ?::interval)
           ORDER BY ended_at LIMIT ? FOR UPDATE SKIP LOCKED),
        uses AS (
          DELETE FROM scheduler.schedule_calendar u USING old WHERE u.queue = old.queue AND u.job_id = old.job_id)
        DELETE FROM scheduler.schedule s USING old WHERE s.queue = old.queue AND s.job_id = old.job_id
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement delete = connection.prepareStatement(sql)) {
      delete.setString(1, age.toString());
      Batches.repeat(
          most -> {
            delete.setInt(2, most);
            return delete.executeUpdate();
          });
    } catch (SQLException e) {
      throw new StoreException("delete schedules that have ended", e);
    }
  }
}
