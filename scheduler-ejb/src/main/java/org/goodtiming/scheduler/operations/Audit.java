package org.goodtiming.scheduler.operations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.StoreException;
import org.jspecify.annotations.Nullable;

/** Writes the audit, in the transaction of the change. */
public final class Audit {

  private final DataSource dataSource;
  private final String node;

  public Audit(DataSource dataSource, String node) {
    this.dataSource = dataSource;
    this.node = node;
  }

  /** Name of the node on which the changes are made. */
  String node() {
    return node;
  }

  /**
   * Records one change.
   *
   * @param before JSON of the state before the change; null if there was nothing
   * @param after JSON of the state after the change; null if nothing is left
   */
  public void note(
      String login,
      String action,
      String subject,
      @Nullable String before,
      @Nullable String after) {
    String sql =
        """
        INSERT INTO scheduler.audit (changed_by, node, action, subject, before, after)
        VALUES (?, ?, ?, ?, ?::jsonb, ?::jsonb)
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, login);
      insert.setString(2, node);
      insert.setString(3, action);
      insert.setString(4, subject);
      insert.setString(5, before);
      insert.setString(6, after);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("record a change by " + login, e);
    }
  }
}
