package org.goodtiming.scheduler.benchmarks.crash;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.benchmarks.Table;

/** A query for one number. */
record Count(DataSource database, String query) {

  long read() throws SQLException {
    return Table.number(database, query);
  }
}
