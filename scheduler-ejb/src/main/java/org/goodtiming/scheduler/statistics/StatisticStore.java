package org.goodtiming.scheduler.statistics;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.job.TextArrays;

/** Adds to the table of statistics; each statement is a transaction. */
final class StatisticStore {

  private static final String ADD =
      """
      INSERT INTO scheduler.statistic AS s
             (node, minute, queue, registered, dispatched, finished, failed, quarantined, lateness, duration)
      SELECT ?, c.minute, c.queue, c.registered, c.dispatched, c.finished, c.failed, c.quarantined, c.lateness::bigint[], c.duration::bigint[]
        FROM unnest(?::timestamptz[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[])
               AS c (minute, queue, registered, dispatched, finished, failed, quarantined, lateness, duration)
      ON CONFLICT (minute, queue, node) DO UPDATE
         SET registered = s.registered + excluded.registered, dispatched = s.dispatched + excluded.dispatched,
             finished = s.finished + excluded.finished, failed = s.failed + excluded.failed,
             quarantined = s.quarantined + excluded.quarantined,
             lateness = scheduler.add_buckets(s.lateness, excluded.lateness),
             duration = scheduler.add_buckets(s.duration, excluded.duration)
      """;

  private final DataSource dataSource;
  private final String node;

  StatisticStore(DataSource dataSource, String node) {
    this.dataSource = dataSource;
    this.node = node;
  }

  /** By the database's clock. */
  Instant now() {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement("SELECT clock_timestamp()");
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getObject(1, OffsetDateTime.class).toInstant();
    } catch (SQLException e) {
      throw new StoreException("read the time for statistics", e);
    }
  }

  /** All of them, or none. */
  void add(Map<MinuteOfQueue, Counts> counts) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement add = connection.prepareStatement(ADD)) {
      bind(add, counts.entrySet());
      add.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("store %d rows of statistics".formatted(counts.size()), e);
    }
  }

  private void bind(PreparedStatement add, Set<Entry<MinuteOfQueue, Counts>> rows)
      throws SQLException {
    int parameter = 1;
    add.setString(parameter++, node);
    TextArrays.set(add, parameter++, rows, row -> Objects.requireNonNull(row.getKey().minute()));
    TextArrays.set(add, parameter++, rows, row -> row.getKey().queue());
    for (Count count : Count.values()) {
      TextArrays.set(add, parameter++, rows, row -> row.getValue().get(count));
    }
    TextArrays.set(add, parameter++, rows, row -> literal(row.getValue().lateness()));
    TextArrays.set(add, parameter, rows, row -> literal(row.getValue().duration()));
  }

  /** An array within an array would have to be as long as its neighbours. */
  private static String literal(Histogram histogram) {
    return Arrays.stream(histogram.buckets())
        .mapToObj(Long::toString)
        .collect(Collectors.joining(",", "{", "}"));
  }
}
