package org.goodtiming.scheduler.benchmarks.scenario;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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

  private static final int REQUESTS = 100;

  private static final String LAST =
      """
      SELECT query FROM pg_stat_activity
       WHERE query LIKE '%FROM scheduler.job j%' AND pid <> pg_backend_pid()
         AND (query LIKE '%ORDER BY j.queue, j.eligible_at, j.id LIMIT%' OR query LIKE 'SELECT count(*) FROM (%')
         AND query_start >= ':since'
         AND octet_length(query) < pg_size_bytes(current_setting('track_activity_query_size')) - 1
       ORDER BY query_start DESC LIMIT 1""";

  /**
   * Sends a request until its statement is seen: sessions show only their last one, and other
   * readers use the same sessions.
   *
   * @param request lists jobs
   */
  static ListPlan of(StackAccess site, Callable<?> request) throws Exception {
    // Only the simple protocol takes a statement with parameters that have no values
    var source = (PGSimpleDataSource) site.stack().database().dataSource(DatabaseUser.SUPERUSER);
    source.setPreferQueryMode(PreferQueryMode.SIMPLE);
    try (var connection = source.getConnection();
        var statement = connection.createStatement()) {
      for (int i = 0; i < REQUESTS; i++) {
        String before = lines(statement, "SELECT clock_timestamp()").get(0);
        request.call();
        List<String> queries = lines(statement, LAST.replace(":since", before));
        if (!queries.isEmpty()) {
          return new ListPlan(lines(statement, "EXPLAIN (GENERIC_PLAN) " + queries.get(0)));
        }
      }
    }
    throw new IllegalStateException("the database shows no statement that lists jobs");
  }

  private static List<String> lines(Statement statement, String query) throws SQLException {
    try (var rows = statement.executeQuery(query)) {
      var lines = new ArrayList<String>();
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
      return List.copyOf(lines);
    }
  }

  /** The tables that it reads, and the indexes that it uses. */
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
