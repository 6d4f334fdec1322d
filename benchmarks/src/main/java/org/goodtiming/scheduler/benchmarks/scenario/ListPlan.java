package org.goodtiming.scheduler.benchmarks.scenario;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

/**
 * How the database runs the last statement that listed jobs.
 *
 * @param lines of EXPLAIN
 */
record ListPlan(List<String> lines) {

  private static final Pattern SCAN =
      Pattern.compile("((?:Bitmap |Index |Index Only |Parallel |Seq )+Scan.*?)  \\(");

  private static final String LAST =
      """
      SELECT query FROM pg_stat_activity
       WHERE query LIKE '%FROM scheduler.job j%' AND pid <> pg_backend_pid()
         AND octet_length(query) < pg_size_bytes(current_setting('track_activity_query_size')) - 1
       ORDER BY query_start DESC LIMIT 1""";

  static ListPlan last(StackAccess site) throws SQLException {
    // Only the simple protocol takes a statement with parameters that have no values
    var source = (PGSimpleDataSource) site.stack().database().dataSource(DatabaseUser.SUPERUSER);
    source.setPreferQueryMode(PreferQueryMode.SIMPLE);
    try (var connection = source.getConnection();
        var statement = connection.createStatement()) {
      String query;
      try (var row = statement.executeQuery(LAST)) {
        if (!row.next()) {
          throw new IllegalStateException("the database shows no statement that lists jobs");
        }
        query = row.getString(1);
      }
      var lines = new ArrayList<String>();
      try (var plan = statement.executeQuery("EXPLAIN (GENERIC_PLAN) " + query)) {
        while (plan.next()) {
          lines.add(plan.getString(1));
        }
      }
      return new ListPlan(List.copyOf(lines));
    }
  }

  /** What it reads, and by which indexes. */
  String scans() {
    var found = new ArrayList<String>();
    for (String line : lines) {
      var scan = SCAN.matcher(line);
      if (scan.find()) {
        found.add(scan.group(1));
      }
    }
    return String.join("; ", found);
  }
}
