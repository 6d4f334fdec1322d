package org.goodtiming.scheduler.chaos;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Plain questions to the database, each on a connection of its own, so that restarts do not matter.
 */
record Sql(DataSource dataSource) {

  /** Reads a row. */
  interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  void execute(String statements) {
    try (var connection = dataSource.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(statements);
    } catch (SQLException e) {
      throw new IllegalStateException(statements, e);
    }
  }

  /** The first column of all rows. */
  List<String> values(String query) {
    return read(query, row -> String.valueOf(row.getString(1)));
  }

  String value(String query) {
    return values(query).get(0);
  }

  long number(String query) {
    return Long.parseLong(value(query));
  }

  Instant instant(String query) {
    return read(query, row -> row.getObject(1, OffsetDateTime.class).toInstant()).get(0);
  }

  <T> List<T> read(String query, Reading<T> reading) {
    try (var connection = dataSource.getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      var all = new ArrayList<T>();
      while (row.next()) {
        all.add(reading.of(row));
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(query, e);
    }
  }
}
