package org.goodtiming.scheduler.job;

import static org.goodtiming.scheduler.job.JobStore.instant;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/** The worker queues: grants for registration, and state of dispatch. */
public final class WorkerQueueStore {

  private final DataSource dataSource;

  public WorkerQueueStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** All of the allow-list, read with one statement. */
  public AllowList allowList() {
    String sql =
        """
        SELECT clock_timestamp() AS now, NULL AS login, NULL AS queue, false AS tracked, false AS encrypted
        UNION ALL SELECT NULL, NULL, name, tracked, encrypted FROM scheduler.worker_queue
        UNION ALL SELECT NULL, login, queue, false, false FROM scheduler.registration_grant
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      row.next();
      return rest(row, instant(row, "now"));
    } catch (SQLException e) {
      throw new StoreException("read the allow-list", e);
    }
  }

  private static AllowList rest(ResultSet row, Instant now) throws SQLException {
    Set<String> queues = new HashSet<>();
    Set<String> tracked = new HashSet<>();
    Set<String> encrypted = new HashSet<>();
    Map<String, Set<String>> grants = new HashMap<>();
    while (row.next()) {
      String login = row.getString("login");
      Set<String> named =
          login == null ? queues : grants.computeIfAbsent(login, each -> new HashSet<>());
      named.add(row.getString("queue"));
      if (row.getBoolean("tracked")) {
        tracked.add(row.getString("queue"));
      }
      if (row.getBoolean("encrypted")) {
        encrypted.add(row.getString("queue"));
      }
    }
    return new AllowList(now, queues, tracked, encrypted, grants);
  }

  /** Empty if the queue is not on the allow-list. */
  public Optional<QueueRetry> retry(String queue) {
    String sql =
        "SELECT clock_timestamp() AS now, retry, events, encrypted FROM scheduler.worker_queue WHERE name = ?";
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, queue);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(
                new QueueRetry(
                    instant(row, "now"),
                    row.getString("retry"),
                    row.getBoolean("events"),
                    row.getBoolean("encrypted")))
            : Optional.empty();
      }
    } catch (SQLException e) {
      throw new StoreException("read the retry policy of queue " + queue, e);
    }
  }

  /** The queue is to blame for failures, and backs off. */
  public void failed(String queue, Duration rest, String error) {
    update(
        """
        UPDATE scheduler.worker_queue
           SET failures = failures + 1, retry_at = clock_timestamp() + ?::interval, last_error = ?
         WHERE name = ?
        """,
        rest.toString(),
        error,
        queue);
  }

  /** Messages can be sent to the queue again. */
  public void recovered(String queue) {
    update(
        """
        UPDATE scheduler.worker_queue SET failures = 0, retry_at = NULL, last_error = NULL WHERE name = ?
        """,
        queue);
  }

  private void update(String sql, String... texts) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      for (int i = 0; i < texts.length; i++) {
        update.setString(i + 1, texts[i]);
      }
      update.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("record the state of queue " + texts[texts.length - 1], e);
    }
  }
}
