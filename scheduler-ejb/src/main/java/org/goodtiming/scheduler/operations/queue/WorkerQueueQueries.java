package org.goodtiming.scheduler.operations.queue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads the allow-list, and what waits in each worker queue, with the pool of readers. */
public final class WorkerQueueQueries {

  private static final String PURPOSE = "read worker queues";

  /** A backlog that the leader has not confirmed for two minutes is not known. */
  private static final String STATUS =
      """
      SELECT s.*, b.messages AS backlog_messages, b.delivering AS backlog_delivering, b.scheduled AS backlog_scheduled,
             b.consumers AS backlog_consumers, b.oldest_at AS backlog_oldest_at, b.dead_letters AS backlog_dead_letters, b.seen_at AS backlog_seen_at%s
        FROM scheduler.worker_queue_status s
             LEFT JOIN scheduler.worker_queue_backlog b ON b.queue = s.name AND b.seen_at > (SELECT clock_timestamp() - interval 'PT2M')
      """;

  private static final String INPUT_SCHEMA =
      "(SELECT w.input_schema FROM scheduler.worker_queue w WHERE w.name = s.name) AS input_schema";

  private final Statements statements;

  public WorkerQueueQueries(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  public List<Row> list() {
    SqlText sql = new SqlText(STATUS.formatted("") + " ORDER BY s.name");
    return statements.query(PURPOSE, sql, WorkerQueueQueries::row);
  }

  /** Empty if the queue is not on the allow-list. */
  public Optional<Row> find(String name) {
    SqlText sql =
        new SqlText(STATUS.formatted(", " + INPUT_SCHEMA + ", " + EditedRow.WORKER_QUEUE.tag()))
            .and("s.name = ?", name);
    return statements.query(PURPOSE, sql, WorkerQueueQueries::row).stream().findFirst();
  }

  /** Whether the database keeps the jobs of the queue encrypted. */
  public boolean isEncrypted(String name) {
    SqlText sql =
        new SqlText("SELECT name FROM scheduler.worker_queue\n")
            .and("encrypted", true)
            .and("name = ?", name);
    return !statements.query(PURPOSE, sql, row -> row.getString(1)).isEmpty();
  }

  private static Row row(ResultSet columns) throws SQLException {
    return Row.of(columns).nested("backlog");
  }
}
