package org.goodtiming.scheduler.api;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Notes in the application's own database which runs have had their effect, so that a message that
 * is delivered again has none. The note commits with the effect, in table {@code scheduler_inbox}:
 *
 * <pre>{@code
 * CREATE TABLE scheduler_inbox (fire_id varchar(36) PRIMARY KEY, handled_at timestamp NOT NULL)
 * }</pre>
 */
public final class Inbox {

  private final DataSource dataSource;

  /**
   * An inbox in the default schema of a data source.
   *
   * @param dataSource by which the worker has its effect, too
   */
  public Inbox(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * Notes the run of a job in the caller's transaction. A second delivery at the same time waits
   * for the first one, and fails if that commits.
   *
   * @return false if the run was noted before: its effect is committed
   * @throws JobSchedulerException if the table cannot be read or written; let it roll the
   *     transaction back
   */
  public boolean isFirst(JobDelivery job) {
    try (Connection connection = dataSource.getConnection()) {
      if (isNoted(connection, job.fireId())) {
        return false;
      }
      note(connection, job.fireId());
      return true;
    } catch (SQLException e) {
      throw new JobSchedulerException(
          "SCHED-0030 the inbox for %s cannot be used: %s".formatted(job.key(), e.getMessage()), e);
    }
  }

  private static boolean isNoted(Connection connection, String fireId) throws SQLException {
    String sql = "SELECT handled_at FROM scheduler_inbox WHERE fire_id = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, fireId);
      try (ResultSet row = select.executeQuery()) {
        return row.next();
      }
    }
  }

  private static void note(Connection connection, String fireId) throws SQLException {
    String sql = "INSERT INTO scheduler_inbox (fire_id, handled_at) VALUES (?, CURRENT_TIMESTAMP)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, fireId);
      insert.executeUpdate();
    }
  }
}
