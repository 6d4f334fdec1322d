package org.goodtiming.scheduler.schedule;

import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.leader.LeaderTask;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Event.FailuresInQueue;
import org.goodtiming.scheduler.telemetry.Event.ScheduleFailuresCounted;
import org.goodtiming.scheduler.telemetry.Events;

/** Counts the runs in a row of each schedule that have ended without success. */
final class ScheduleFailures implements LeaderTask {

  /** Of each schedule. */
  static final int LIMIT = 10;

  private final Statements statements;
  private final Events events;

  ScheduleFailures(DataSource dataSource, Events events) {
    this.statements = Statements.forClients(dataSource);
    this.events = events;
  }

  @Override
  public String name() {
    return "schedule-failures";
  }

  @Override
  public Duration interval() {
    return Duration.ofMinutes(1);
  }

  @Override
  public String failure() {
    return "SCHED-0689 could not count the failures of schedules; next try in a minute";
  }

  @Override
  public void run() {
    events.tell(new ScheduleFailuresCounted(count()));
  }

  /**
   * One entry for each queue with a schedule that has not ended. Begins with the failed runs, of
   * which there is an index: of a million schedules few have one.
   */
  List<FailuresInQueue> count() {
    SqlText sql =
        new SqlText(
            """
            WITH failing AS (
              SELECT DISTINCT x.queue, x.job_id
                FROM scheduler.execution x JOIN scheduler.schedule s USING (queue, job_id)
               WHERE x.unsuccessful_state IS NOT NULL AND s.state <> 'ENDED')
            SELECT q.name AS queue, coalesce(max(f.failures), 0) AS failures
              FROM scheduler.worker_queue q
                   LEFT JOIN failing s ON s.queue = q.name
                   LEFT JOIN LATERAL (
                     SELECT count(*) FILTER (WHERE NOT r.succeeded) AS failures
                       FROM (SELECT bool_or(e.state = 'FINISHED') OVER (ORDER BY e.submitted_at DESC, e.fire_id) AS succeeded
                               FROM (SELECT x.state, x.submitted_at, x.fire_id FROM scheduler.execution x
                                      WHERE x.queue = s.queue AND x.job_id = s.job_id AND x.ended_at IS NOT NULL
                                      ORDER BY x.submitted_at DESC LIMIT ?) e) r) f ON true
             WHERE EXISTS (SELECT 1 FROM scheduler.schedule w WHERE w.queue = q.name AND w.state <> 'ENDED')
             GROUP BY q.name
            """,
            LIMIT);
    return statements.query(
        "count the failures of schedules",
        sql,
        row -> new FailuresInQueue(row.getString("queue"), row.getInt("failures")));
  }
}
