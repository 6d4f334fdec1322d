package org.goodtiming.scheduler.cli.doctor;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads rows of the database. */
record Query(Connection connection) {

  /** Makes a value of the current row. */
  @FunctionalInterface
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  <T> List<T> rows(String sql, Reader<T> reader) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet result = statement.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(reader.read(result));
      }
      return rows;
    }
  }

  <T> T row(String sql, Reader<T> reader) throws SQLException {
    return rows(sql, reader).get(0);
  }
}
