package org.goodtiming.scheduler.benchmarks;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Statements on a contender's tables outside its own work. */
public record Table(DataSource database, String name) {

  /** How long a number is awaited. */
  public static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private static final String COLUMNS =
      """
      SELECT attname FROM pg_attribute
      WHERE attrelid = '%s'::regclass AND attnum > 0 AND NOT attisdropped
        AND attidentity = '' AND attgenerated = ''""";

  /**
   * Copies the rows that meet the condition, with other values in some columns; {@code copy} is the
   * number of the copy, from 1. Far faster than to register each.
   */
  public void copy(String condition, Map<String, String> values, int copies) throws SQLException {
    var columns = columns();
    var expressions =
        columns.stream()
            .map(column -> values.getOrDefault(column, "original." + column))
            .collect(Collectors.joining(", "));
    run(
        database,
        """
        INSERT INTO %s (%s)
        SELECT %s FROM %s original, generate_series(1, %d) copy WHERE %s"""
            .formatted(name, String.join(", ", columns), expressions, name, copies, condition));
    vacuum();
  }

  /** Vacuums the table, so that no contender pays for the rows of another round. */
  public void vacuum() throws SQLException {
    run(database, "VACUUM ANALYZE " + name);
  }

  private List<String> columns() throws SQLException {
    var columns = new ArrayList<String>();
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var found = statement.executeQuery(COLUMNS.formatted(name))) {
      while (found.next()) {
        columns.add(found.getString(1));
      }
    }
    return columns;
  }

  /** Runs a statement in a transaction of its own. */
  public static void run(DataSource database, String sql) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The one number that a query has for an answer. */
  public static long number(DataSource database, String query) throws SQLException {
    try (var connection = database.getConnection()) {
      return number(connection, query);
    }
  }

  /** Returns the number as soon as it is enough, or when {@link #PATIENCE} has passed. */
  public static long await(DataSource database, String query, LongPredicate enough)
      throws SQLException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    // One connection for all looks: the server's work for opening them would count as that of the
    // jobs
    try (var connection = database.getConnection()) {
      long number = number(connection, query);
      while (!enough.test(number) && System.nanoTime() <= end) {
        Thread.sleep(BETWEEN_LOOKS.toMillis());
        number = number(connection, query);
      }
      return number;
    }
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
