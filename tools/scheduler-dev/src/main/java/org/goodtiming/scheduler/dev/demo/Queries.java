package org.goodtiming.scheduler.dev.demo;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Asks the database. */
record Queries(DataSource database) {

  interface As<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** A question that has one row for an answer. */
  <T> T one(String sql, As<T> as, String... parameters) throws SQLException {
    return all(sql, as, parameters).get(0);
  }

  <T> List<T> all(String sql, As<T> as, String... parameters) throws SQLException {
    try (var connection = database.getConnection();
        var query = connection.prepareStatement(sql)) {
      set(query, parameters);
      try (var rows = query.executeQuery()) {
        List<T> answer = new ArrayList<>();
        while (rows.next()) {
          answer.add(as.read(rows));
        }
        return answer;
      }
    }
  }

  private static void set(PreparedStatement query, String... parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      query.setString(i + 1, parameters[i]);
    }
  }
}
