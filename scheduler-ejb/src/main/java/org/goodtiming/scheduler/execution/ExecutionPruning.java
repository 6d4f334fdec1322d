package org.goodtiming.scheduler.execution;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.leader.Batches;
import org.goodtiming.scheduler.leader.LeaderTask;

/** Deletes results that have expired, and old executions, in small transactions. */
final class ExecutionPruning implements LeaderTask {

  private final DataSource dataSource;
  private final Duration age;
  private final int count;

  /**
   * @param age how long executions are kept after their end
   * @param count how many that have ended are kept of each queue
   */
  public ExecutionPruning(DataSource dataSource, Duration age, int count) {
    this.dataSource = dataSource;
    this.age = age;
    this.count = count;
  }

  @Override
  public String name() {
    return "execution-pruning";
  }

  @Override
  public Duration interval() {
    return Duration.ofMinutes(1);
  }

  @Override
  public String failure() {
    return "SCHED-0810 could not prune executions; next try in a minute";
  }

  @Override
  public void run() {
    try (Connection connection = dataSource.getConnection()) {
      Batches.repeat(most -> expireResults(connection, most));
      for (String queue : queues(connection)) {
        Batches.repeat(most -> prune(connection, queue, most));
      }
    } catch (SQLException e) {
      throw new StoreException("prune executions", e);
    }
  }

  private static int expireResults(Connection connection, int most) throws SQLException {
    String sql =
        """
        WITH due AS MATERIALIZED (
          SELECT fire_id FROM scheduler.execution WHERE result_expires_at <= (SELECT clock_timestamp())
           ORDER BY result_expires_at LIMIT ? FOR UPDATE SKIP LOCKED),
        gone AS (DELETE FROM scheduler.execution_result r USING due WHERE r.fire_id = due.fire_id)
        UPDATE scheduler.execution e SET result_expires_at = NULL, changed_at = clock_timestamp()
          FROM due WHERE e.fire_id = due.fire_id
        """;
    try (PreparedStatement expire = connection.prepareStatement(sql)) {
      expire.setInt(1, most);
      return expire.executeUpdate();
    }
  }

  /** Queues with ended executions, one index probe each. */
  private static List<String> queues(Connection connection) throws SQLException {
    String sql =
        """
        WITH RECURSIVE q AS (
          (SELECT queue FROM scheduler.execution WHERE ended_at IS NOT NULL ORDER BY queue LIMIT 1)
          UNION ALL
          SELECT (SELECT e.queue FROM scheduler.execution e
                   WHERE e.ended_at IS NOT NULL AND e.queue > q.queue ORDER BY e.queue LIMIT 1)
            FROM q WHERE q.queue IS NOT NULL)
        SELECT queue FROM q WHERE queue IS NOT NULL
        """;
    List<String> queues = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        queues.add(row.getString(1));
      }
    }
    return queues;
  }

  private int prune(Connection connection, String queue, int most) throws SQLException {
    String sql =
        """
        WITH old AS MATERIALIZED (
          SELECT fire_id FROM scheduler.execution
           WHERE queue = ?
             AND ended_at <= greatest((SELECT clock_timestamp() - ?::interval),
                                      (SELECT ended_at FROM scheduler.execution WHERE queue = ? AND ended_at IS NOT NULL
                                        ORDER BY ended_at DESC OFFSET ? LIMIT 1))
           ORDER BY ended_at LIMIT ? FOR UPDATE SKIP LOCKED),
        transitions AS (DELETE FROM scheduler.execution_transition t USING old WHERE t.fire_id = old.fire_id),
        inputs AS (DELETE FROM scheduler.execution_input i USING old WHERE i.fire_id = old.fire_id),
        results AS (DELETE FROM scheduler.execution_result r USING old WHERE r.fire_id = old.fire_id),
        notes AS (DELETE FROM scheduler.execution_note n USING old WHERE n.fire_id = old.fire_id)
        DELETE FROM scheduler.execution e USING old WHERE e.fire_id = old.fire_id
        """;
    try (PreparedStatement delete = connection.prepareStatement(sql)) {
      delete.setString(1, queue);
      delete.setString(2, age.toString());
      delete.setString(3, queue);
      delete.setInt(4, count);
      delete.setInt(5, most);
      return delete.executeUpdate();
    }
  }
}
