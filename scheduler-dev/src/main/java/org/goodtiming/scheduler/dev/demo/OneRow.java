package org.goodtiming.scheduler.dev.demo;

import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Asks the database a question that has one row for an answer. */
record OneRow(DataSource database) {

  interface As<T> {
    T read(ResultSet row) throws SQLException;
  }

  <T> T ask(String sql, As<T> as, String... parameters) throws SQLException {
    try (var connection = database.getConnection();
        var query = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        query.setString(i + 1, parameters[i]);
      }
      try (var rows = query.executeQuery()) {
        rows.next();
        return as.read(rows);
      }
    }
  }
}
