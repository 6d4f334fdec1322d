package org.goodtiming.scheduler.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.config.work.ScheduleConfig;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Deletes schedules that have ended, in small transactions. */
@Singleton
public final class SchedulePruning implements LeaderTask {

  private final Statements statements;
  private final Duration age;

  @Inject
  public SchedulePruning(DataSource dataSource, ScheduleConfig config) {
    this.statements = new Statements(dataSource);
    this.age = config.historyAge();
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "schedule-pruning",
        Duration.ofMinutes(1),
        "SCHED-0644 could not delete schedules that have ended; next try in a minute");
  }

  @Override
  public void run() {
    String sql =
        """
        WITH old AS MATERIALIZED (
          SELECT queue, job_id FROM scheduler.schedule
           WHERE state = 'ENDED' AND ended_at <= (SELECT clock_timestamp() - :age::interval)
           ORDER BY ended_at LIMIT :limit FOR UPDATE SKIP LOCKED),
        uses AS (
          DELETE FROM scheduler.schedule_calendar u USING old WHERE u.queue = old.queue AND u.job_id = old.job_id)
        DELETE FROM scheduler.schedule s USING old WHERE s.queue = old.queue AND s.job_id = old.job_id
        """;
    Portions.repeat(
        limit ->
            statements.update(
                "delete schedules that have ended",
                new SqlText(sql).set("age", age).set("limit", limit)));
  }
}
