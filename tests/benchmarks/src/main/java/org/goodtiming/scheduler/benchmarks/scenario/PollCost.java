package org.goodtiming.scheduler.benchmarks.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.dev.DatabaseUser;

/** The scheduler's own look for due jobs, as the database sees it. */
record PollCost(StackAccess site, String statement) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int TIMES = 21;

  // No other statement of the scheduler goes from queue to queue like this.
  private static final String CURRENT =
      """
      SELECT query FROM pg_stat_activity
       WHERE usename = '%s' AND query LIKE '%%scheduler.worker_queue%%LATERAL%%scheduler.job%%'
         AND octet_length(query) < pg_size_bytes(current_setting('track_activity_query_size')) - 1
       LIMIT 1""";

  /**
   * The cost of a poll in the database: time, and pages of 8 KiB that it reads, mostly from memory.
   */
  record Cost(double millis, long pages) {

    static Cost parse(String plan) {
      try {
        var root = new ObjectMapper().readTree(plan).path(0);
        var whole = root.path("Plan");
        return new Cost(
            root.path("Execution Time").asDouble(),
            whole.path("Shared Hit Blocks").asLong() + whole.path("Shared Read Blocks").asLong());
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException("no plan: " + plan, e);
      }
    }

    /** The one in the middle, by time. */
    static Cost median(List<Cost> costs) {
      return Median.of(costs, Cost::millis);
    }
  }

  /** Waits until the running node looks. */
  static PollCost of(StackAccess site) throws SQLException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try (var connection = site.database().getConnection();
        var statement = connection.prepareStatement(CURRENT.formatted(DatabaseUser.XA.role()))) {
      while (System.nanoTime() < end) {
        try (var row = statement.executeQuery()) {
          if (row.next()) {
            return new PollCost(site, atRest(row.getString(1)));
          }
        }
        Thread.sleep(1);
      }
    }
    throw new IllegalStateException(
        "BENCH-0010 the node did not poll within %s, or its statement is longer than the database shows: see the node's log"
            .formatted(PATIENCE));
  }

  /**
   * Its parameters tell how far ahead it looks, not at all by default, and how far a run of claims
   * has come: nowhere while nothing is due.
   */
  static String atRest(String statement) {
    return statement
        .replaceAll("[$][0-9]+::interval", "interval 'PT0S'")
        .replaceAll("[$][0-9]+", "'{}'");
  }

  /** Of the look in the middle, by time, of several. */
  Cost cost() throws SQLException {
    var costs = new ArrayList<Cost>();
    // As the scheduler: its role has planner settings of its own
    try (var connection = site.stack().database().connect(DatabaseUser.XA)) {
      for (int time = 0; time < TIMES; time++) {
        costs.add(cost(connection));
      }
    }
    return Cost.median(costs);
  }

  private Cost cost(Connection connection) throws SQLException {
    try (var explain = connection.createStatement();
        var row = explain.executeQuery("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + statement)) {
      row.next();
      return Cost.parse(row.getString(1));
    }
  }
}
