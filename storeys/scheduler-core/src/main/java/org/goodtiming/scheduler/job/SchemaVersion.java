package org.goodtiming.scheduler.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** Whether the database has the schema that this build was written for. */
@Singleton
public record SchemaVersion(DataSource dataSource) {

  /** The highest migration in {@code sql/migrations} that this build needs. */
  static final int NEEDED = 35;

  private static final String UNDEFINED_TABLE = "42P01";
  private static final String INVALID_SCHEMA = "3F000";

  @Inject
  public SchemaVersion {}

  /**
   * @return what is wrong and what to run; empty if the schema fits
   * @throws SQLException if the database cannot be asked
   */
  public Optional<String> problem() throws SQLException {
    int found = found();
    if (found >= NEEDED) {
      return Optional.empty();
    }
    return Optional.of(
        "SCHED-0501 the database schema has version %d but this build needs %d: run goodtiming migrate, or as scheduler_owner the files of sql/migrations from V%d on (psql -v ON_ERROR_STOP=1 -1 -f FILE), then deploy again"
            .formatted(found, NEEDED, found + 1));
  }

  private int found() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement("SELECT max(version) FROM scheduler.schema_version");
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getInt(1);
    } catch (SQLException e) {
      if (UNDEFINED_TABLE.equals(e.getSQLState()) || INVALID_SCHEMA.equals(e.getSQLState())) {
        return 0;
      }
      throw e;
    }
  }
}
