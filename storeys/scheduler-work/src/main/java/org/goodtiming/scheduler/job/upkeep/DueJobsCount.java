package org.goodtiming.scheduler.job.upkeep;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.upkeep.DueJobsCounted.DueInQueue;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Counts the due jobs of each queue, by index, up to a limit. A job that could not be dispatched
 * and waits for another attempt is due; none of a closed queue is late.
 */
@Singleton
final class DueJobsCount implements LeaderTask {

  /** The number of jobs of each queue at which the count ends. */
  static final int LIMIT = 1_000;

  private final Statements statements;
  private final Events events;

  @Inject
  public DueJobsCount(DataSource dataSource, Events events) {
    this.statements = new Statements(dataSource);
    this.events = events;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "due-jobs-count",
        Duration.ofSeconds(10),
        "SCHED-0213 could not count the due jobs; next try in 10 s");
  }

  @Override
  public void run() {
    events.tell(new DueJobsCounted(count()));
  }

  /** Counts the due jobs of each queue of the allow-list. */
  List<DueInQueue> count() {
    String sql =
        """
        SELECT q.name, due.jobs, CASE WHEN q.closed THEN 0 ELSE due.overdue END AS overdue,
               CASE WHEN q.closed THEN 0 ELSE due.oldest_ms END AS oldest_ms
          FROM (SELECT w.name, CAST(:limit AS int) AS max_jobs, <is closed> AS closed FROM scheduler.worker_queue w) q
               CROSS JOIN LATERAL (
                 SELECT least(count(*), q.max_jobs) AS jobs,
                        least(count(*) FILTER (WHERE j.due_at < (SELECT clock_timestamp() - interval 'PT1S')), q.max_jobs) AS overdue,
                        coalesce(extract(epoch FROM (SELECT clock_timestamp()) - min(j.due_at)) * 1000, 0) AS oldest_ms
                   FROM ((SELECT j.due_at FROM scheduler.job j
                           WHERE j.queue = q.name AND j.eligible_at <= (SELECT clock_timestamp()) AND <not a canary>
                           ORDER BY j.eligible_at LIMIT q.max_jobs)
                         UNION ALL
                         (SELECT due_at FROM scheduler.retrying WHERE queue = q.name LIMIT q.max_jobs)) j) due
        """
            .replace("<not a canary>", Canary.EXCLUDED)
            .replace("<is closed>", DispatchPolicies.isClosed("w"));
    return statements.query(
        "count due jobs", new SqlText(sql).set("limit", LIMIT), DueJobsCount::dueInQueue);
  }

  private static DueInQueue dueInQueue(ResultSet row) throws SQLException {
    return new DueInQueue(
        row.getString("name"),
        row.getInt("jobs"),
        row.getInt("overdue"),
        Duration.ofMillis(row.getLong("oldest_ms")));
  }
}
