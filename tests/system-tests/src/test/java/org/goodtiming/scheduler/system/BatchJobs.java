package org.goodtiming.scheduler.system;

import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Jobs for batch operations to work on. */
final class BatchJobs {

  static final String QUEUE = "test.registration";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private BatchJobs() {}

  /** Sent an hour ago, and due in the year 2100. */
  static void insert(SystemStack stack, String prefix, int count) {
    stack.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT '%1$s', '%2$s' || n, '2100-01-01T00:00:00Z', '2100-01-01T00:00:00Z', 4, true, '', clock_timestamp() - interval '1 hour'
          FROM generate_series(1, %3$d) n;
        INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', %3$d)
        """
            .formatted(QUEUE, prefix, count));
  }

  /** Until the connection is rolled back, nobody can change the job. */
  static Connection lock(SystemStack stack, String jobId) throws SQLException {
    Connection connection = stack.connection();
    connection.setAutoCommit(false);
    connection
        .createStatement()
        .execute("SELECT FROM scheduler.job WHERE job_id = '%s' FOR UPDATE".formatted(jobId));
    return connection;
  }

  /** Sessions that wait for a locked job, or for the operation that a step holds. */
  static void awaitWaiters(SystemStack stack, int sessions) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack.integer(
                        """
                        SELECT count(DISTINCT pid) FROM pg_stat_activity
                         WHERE usename = 'scheduler_xa' AND wait_event_type = 'Lock'
                           AND (query LIKE '%scheduler.job %FOR UPDATE%' OR query LIKE '%scheduler.batch_operation %')
                        """)
                    == sessions);
  }

  /** The operation once it has ended. */
  static JsonObject ended(RestClient rest, String path) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> rest.get(path).json(),
            operation -> !operation.getString("state", "running").equals("running"));
  }
}
