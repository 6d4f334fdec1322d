package org.goodtiming.scheduler.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Plain questions to a database. */
public final class Sql {

  /** SQLSTATE deadlock_detected and lock_not_available. */
  private static final List<String> LOCKED = List.of("40P01", "55P03");

  private final DataSource dataSource;

  public Sql(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  public void execute(String statements) {
    try {
      run(statements);
    } catch (SQLException e) {
      throw failed(statements, e);
    }
  }

  /**
   * Repeats the statements until no deadlock ends them, and no table is locked for two seconds:
   * whoever waits for a table behind them continues meanwhile.
   */
  public void executeDespiteLocks(String statements) {
    boolean done = false;
    while (!done) {
      try {
        run("SET lock_timeout = '2s'; %s; RESET lock_timeout".formatted(statements));
        done = true;
      } catch (SQLException e) {
        if (!LOCKED.contains(e.getSQLState())) {
          throw failed(statements, e);
        }
      }
    }
  }

  private void run(String statements) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    }
  }

  /** The first column of the first row; "null" for NULL, "none" where there is no row. */
  public String value(String query) {
    List<String> values = values(query);
    return values.isEmpty() ? "none" : values.get(0);
  }

  public List<String> values(String query) {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      List<String> values = new ArrayList<>();
      while (row.next()) {
        values.add(String.valueOf(row.getString(1)));
      }
      return values;
    } catch (SQLException e) {
      throw failed(query, e);
    }
  }

  public Instant now() {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT clock_timestamp()")) {
      row.next();
      return row.getObject(1, OffsetDateTime.class).toInstant();
    } catch (SQLException e) {
      throw new IllegalStateException("the time", e);
    }
  }

  private static IllegalStateException failed(String statements, SQLException cause) {
    return new IllegalStateException(cause.getMessage() + ": " + statements, cause);
  }
}
