package org.goodtiming.scheduler.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.config.work.ScheduleConfig;
import org.goodtiming.scheduler.schedule.ScheduleFailuresCounted.FailingSchedule;
import org.goodtiming.scheduler.schedule.ScheduleFailuresCounted.FailuresInQueue;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Events;
import org.jspecify.annotations.Nullable;

/** Counts the runs in a row of each schedule that have ended without success. */
@Singleton
final class ScheduleFailures implements LeaderTask {

  /** The number of runs of each schedule at which the count ends. */
  static final int LIMIT = 10;

  /**
   * Minimum number of failures of a named schedule: most runs that follow a single failure succeed.
   */
  private static final int REPEATED = 2;

  private final Statements statements;
  private final int named;
  private final Events events;

  @Inject
  ScheduleFailures(DataSource dataSource, ScheduleConfig config, Events events) {
    this(dataSource, config.namedInMetrics(), events);
  }

  /**
   * @param named maximum number of schedules that the event names
   */
  ScheduleFailures(DataSource dataSource, int named, Events events) {
    this.statements = Statements.forClients(dataSource);
    this.named = named;
    this.events = events;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "schedule-failures",
        Duration.ofMinutes(1),
        "SCHED-0689 could not count the failures of schedules; next try in a minute");
  }

  @Override
  public void run() {
    events.tell(count());
  }

  /**
   * Returns an entry for each queue with an active schedule. The query starts from the index of
   * failed runs, because few of a million schedules have failed.
   */
  ScheduleFailuresCounted count() {
    SqlText sql =
        new SqlText(
                """
                WITH failing AS (
                  SELECT DISTINCT x.queue, x.job_id
                    FROM scheduler.execution x JOIN scheduler.schedule s USING (queue, job_id)
                   WHERE x.unsuccessful_state IS NOT NULL AND s.state <> 'ENDED'),
                counted AS MATERIALIZED (
                  SELECT s.queue, s.job_id, f.failures
                    FROM failing s
                         CROSS JOIN LATERAL (
                           SELECT count(*) FILTER (WHERE NOT r.succeeded) AS failures
                             FROM (SELECT bool_or(e.state = 'FINISHED') OVER (ORDER BY e.submitted_at DESC, e.fire_id) AS succeeded
                                     FROM (SELECT x.state, x.submitted_at, x.fire_id FROM scheduler.execution x
                                            WHERE x.queue = s.queue AND x.job_id = s.job_id AND x.ended_at IS NOT NULL
                                            ORDER BY x.submitted_at DESC LIMIT :limit) e) r) f)
                SELECT q.name AS queue, NULL AS job_id, coalesce(max(c.failures), 0) AS failures
                  FROM scheduler.worker_queue q LEFT JOIN counted c ON c.queue = q.name
                 WHERE EXISTS (SELECT 1 FROM scheduler.schedule w WHERE w.queue = q.name AND w.state <> 'ENDED')
                 GROUP BY q.name
                 UNION ALL
                (SELECT queue, job_id, failures FROM counted WHERE failures >= :repeated
                  ORDER BY failures DESC, queue, job_id LIMIT :named)
                """)
            .set("limit", LIMIT)
            .set("repeated", REPEATED)
            .set("named", named);
    List<Counted> counted = statements.query("count the failures of schedules", sql, Counted::of);
    return new ScheduleFailuresCounted(
        counted.stream().filter(Counted::isQueue).map(Counted::queueFailures).toList(),
        counted.stream().flatMap(Counted::failingSchedule).toList());
  }

  /**
   * @param jobId null if the row is of a queue
   */
  private record Counted(String queue, @Nullable String jobId, int failures) {

    static Counted of(ResultSet row) throws SQLException {
      return new Counted(row.getString("queue"), row.getString("job_id"), row.getInt("failures"));
    }

    boolean isQueue() {
      return jobId == null;
    }

    FailuresInQueue queueFailures() {
      return new FailuresInQueue(queue, failures);
    }

    Stream<FailingSchedule> failingSchedule() {
      return Stream.ofNullable(jobId).map(id -> new FailingSchedule(queue, id, failures));
    }
  }
}
