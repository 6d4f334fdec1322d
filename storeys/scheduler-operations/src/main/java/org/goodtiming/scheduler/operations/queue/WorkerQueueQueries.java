package org.goodtiming.scheduler.operations.queue;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads the allow-list and the backlog of each worker queue, with the pool of readers. */
@Singleton
public final class WorkerQueueQueries {

  private static final String PURPOSE = "read worker queues";

  /**
   * The view also contains the older settings. A backlog counts as unknown if the leader has not
   * confirmed it for two minutes.
   */
  private static final String STATUS =
      """
      SELECT s.*, w.*, b.messages AS backlog_messages, b.delivering AS backlog_delivering, b.scheduled AS backlog_scheduled,
             b.consumers AS backlog_consumers, b.oldest_at AS backlog_oldest_at, b.dead_letters AS backlog_dead_letters,
             b.seen_at AS backlog_seen_at, b.due AS backlog_due, b.growth AS backlog_growth_per_minute,
             CASE WHEN b.growth < 0 THEN ((b.messages - b.scheduled + b.due) / -b.growth * 60)::bigint END AS backlog_drain_seconds,
             CASE WHEN NOT w.canary THEN NULL
                  WHEN s.state = 'paused' OR w.closed_until IS NOT NULL
                       OR coalesce(c.sent_at < clock_timestamp() - interval 'PT3M', true) THEN 'not-sent'
                  WHEN c.missing_since IS NOT NULL THEN 'missing'
                  WHEN c.arrived_at >= c.sent_at THEN 'arrived'
                  ELSE 'sent' END AS last_canary_state,
             c.sent_at AS last_canary_sent_at, c.missing_since AS last_canary_missing_since, c.arrived_at AS last_canary_arrived_at,
             c.registration_millis AS last_canary_registration_millis, c.dispatch_millis AS last_canary_dispatch_millis,
             c.delivery_millis AS last_canary_delivery_millis
        FROM scheduler.worker_queue_status s
             CROSS JOIN LATERAL (SELECT <settings>,
                                        CASE WHEN q.max_concurrent_runs > 0 OR q.max_concurrent_runs_per_key > 0
                                             THEN <runs> END AS concurrent_runs
                                   FROM scheduler.worker_queue q WHERE q.name = s.name) w
             LEFT JOIN scheduler.worker_queue_backlog b ON b.queue = s.name AND b.seen_at > (SELECT clock_timestamp() - interval 'PT2M')
             LEFT JOIN scheduler.canary c ON c.queue = s.name AND w.canary
      """
          .replace(
              "<runs>",
              "(SELECT count(*)::int FROM scheduler.execution e WHERE e.queue = q.name AND e.is_limited AND e.ended_at IS NULL)");

  private static final String SETTINGS =
      QueueSetting.sql("q.<column>")
          + """
          , CASE WHEN <is closed> THEN q.closed_until END AS closed_until
          """
              .replace("<is closed>", DispatchPolicies.isClosed("q"));

  private final Statements statements;

  @Inject
  public WorkerQueueQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  public List<Row> list() {
    SqlText sql = new SqlText(STATUS.replace("<settings>", SETTINGS) + " ORDER BY s.name");
    return statements.query(PURPOSE, sql, WorkerQueueQueries::row);
  }

  /** Empty if the queue is not on the allow-list. */
  public Optional<Row> find(String name) {
    SqlText sql =
        new SqlText(
                STATUS.replace(
                    "<settings>", SETTINGS + ", q.input_schema, " + EditedRow.WORKER_QUEUE.tag()))
            .and("s.name = :name", name);
    return statements.find(PURPOSE, sql, WorkerQueueQueries::row);
  }

  /** Whether the database keeps the jobs of the queue encrypted. */
  public boolean isEncrypted(String name) {
    SqlText sql =
        new SqlText("SELECT name FROM scheduler.worker_queue\n")
            .and("encrypted", true)
            .and("name = :name", name);
    return !statements.query(PURPOSE, sql, row -> row.getString(1)).isEmpty();
  }

  private static Row row(ResultSet columns) throws SQLException {
    return Row.of(columns).nested("backlog").nested("lastCanary");
  }
}
