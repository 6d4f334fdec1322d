package org.goodtiming.scheduler.statistics;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Adds to the table of statistics; each statement is a transaction. */
final class StatisticStore {

  private static final String ADD =
      """
      INSERT INTO scheduler.statistic AS s
             (node, minute, queue, registered, dispatched, finished, failed, quarantined, lateness, duration)
      SELECT :node, c.minute, c.queue, c.registered, c.dispatched, c.finished, c.failed, c.quarantined, c.lateness::bigint[], c.duration::bigint[]
        FROM unnest(:minutes::timestamptz[], :queues::text[], :registered::bigint[], :dispatched::bigint[], :finished::bigint[], :failed::bigint[],
                    :quarantined::bigint[], :lateness::text[], :duration::text[])
               AS c (minute, queue, registered, dispatched, finished, failed, quarantined, lateness, duration)
      ON CONFLICT (minute, queue, node) DO UPDATE
         SET registered = s.registered + excluded.registered, dispatched = s.dispatched + excluded.dispatched,
             finished = s.finished + excluded.finished, failed = s.failed + excluded.failed,
             quarantined = s.quarantined + excluded.quarantined,
             lateness = scheduler.add_buckets(s.lateness, excluded.lateness),
             duration = scheduler.add_buckets(s.duration, excluded.duration)
      """;

  private final Statements statements;
  private final String node;

  StatisticStore(DataSource dataSource, String node) {
    this.statements = new Statements(dataSource);
    this.node = node;
  }

  /** By the database's clock. */
  Instant now() {
    SqlText sql = new SqlText("SELECT clock_timestamp() AS now");
    return statements
        .query("read the time for statistics", sql, row -> Columns.instant(row, "now"))
        .get(0);
  }

  /** All of them, or none. */
  void add(Map<MinuteOfQueue, Counts> counts) {
    Set<Entry<MinuteOfQueue, Counts>> rows = counts.entrySet();
    SqlText sql =
        new SqlText(ADD)
            .set("node", node)
            .set("minutes", rows, row -> row.getKey().minute())
            .set("queues", rows, row -> row.getKey().queue())
            .set("lateness", rows, row -> literal(row.getValue().lateness()))
            .set("duration", rows, row -> literal(row.getValue().duration()));
    for (Count count : Count.values()) {
      sql.set(count.name().toLowerCase(Locale.ROOT), rows, row -> row.getValue().get(count));
    }
    statements.update("store %d rows of statistics".formatted(rows.size()), sql);
  }

  /** An array within an array would have to be as long as its neighbours. */
  private static String literal(Histogram histogram) {
    return Arrays.stream(histogram.buckets())
        .mapToObj(Long::toString)
        .collect(Collectors.joining(",", "{", "}"));
  }
}
