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

  /**
   * A statement that truncates the tables with rows, or with what is left of deleted ones, and the
   * tables that refer to them; to truncate a table that was never used costs as much. It looks
   * again after each wait for a lock, because the owner of the lock may have used other tables.
   */
  public static String empty(String tables) {
    return """
        DO $$
        DECLARE
          tables CONSTANT regclass[] := string_to_array('%s', ', ');
          used text;
        BEGIN
          LOOP
            WITH RECURSIVE filled (name) AS (
              SELECT name FROM unnest(tables) name
               WHERE pg_relation_size(name) > 0
                  OR EXISTS (SELECT FROM pg_partition_tree(name) WHERE pg_relation_size(relid) > 0)
              UNION
              SELECT conrelid::regclass FROM pg_constraint JOIN filled ON confrelid = name
               WHERE contype = 'f' AND conrelid = ANY (tables))
            SELECT string_agg(name::text, ', ') INTO used FROM filled;
            EXIT WHEN used IS NULL;
            EXECUTE 'TRUNCATE ' || used;
          END LOOP;
        END
        $$"""
        .formatted(tables);
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
