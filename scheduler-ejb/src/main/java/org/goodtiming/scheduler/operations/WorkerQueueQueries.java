package org.goodtiming.scheduler.operations;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Reads the allow-list, and what waits in each worker queue, with the pool of readers. */
public final class WorkerQueueQueries {

  private static final String PURPOSE = "read worker queues";

  private final Statements statements;

  public WorkerQueueQueries(DataSource dataSource) {
    statements = new Statements(dataSource);
  }

  public List<Row> list() {
    SqlText sql = new SqlText("SELECT * FROM scheduler.worker_queue_status ORDER BY name");
    return statements.query(PURPOSE, sql, Row::of);
  }

  /** Empty if the queue is not on the allow-list. */
  public Optional<Row> find(String name) {
    SqlText sql =
        new SqlText(
            "SELECT *, %s FROM scheduler.worker_queue_status WHERE name = ?"
                .formatted(EditedRow.WORKER_QUEUE.tag()),
            name);
    return statements.query(PURPOSE, sql, Row::of).stream().findFirst();
  }
}
