package org.goodtiming.scheduler.benchmarks.crash;

import java.sql.SQLException;
import javax.sql.DataSource;

/** A query for one number. */
record Count(DataSource database, String query) {

  long read() throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
