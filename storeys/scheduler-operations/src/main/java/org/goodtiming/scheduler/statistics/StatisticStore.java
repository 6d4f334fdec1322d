package org.goodtiming.scheduler.statistics;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.rows.UnnestedRows;

/** Adds to the table of statistics; each statement is a transaction. */
@Singleton
final class StatisticStore {

  private static final UnnestedRows<Entry<MinuteOfQueue, Counts>> COUNTS = counts();

  private static final UnnestedRows<Entry<MinuteOfQueue, Counts>> ROWS =
      COUNTS
          .and("minute", "timestamptz", row -> row.getKey().minute())
          .and("queue", "text", row -> row.getKey().queue())
          .and("lateness", "text", row -> literal(row.getValue().lateness()))
          .and("duration", "text", row -> literal(row.getValue().duration()));

  private static final String ADD =
      """
      INSERT INTO scheduler.statistic AS s (node, minute, queue, lateness, duration, <counts>)
      SELECT :node, c.minute, c.queue, c.lateness::bigint[], c.duration::bigint[], <counted> FROM <rows>
      ON CONFLICT (minute, queue, node) DO UPDATE
         SET lateness = scheduler.add_buckets(s.lateness, excluded.lateness),
             duration = scheduler.add_buckets(s.duration, excluded.duration), <sums>
      """
          .replace("<counts>", COUNTS.each("%s"))
          .replace("<counted>", COUNTS.each("c.%s"))
          .replace("<rows>", ROWS.as("c"))
          .replace("<sums>", COUNTS.each("%1$s = s.%1$s + excluded.%1$s"));

  private final Statements statements;
  private final String node;

  @Inject
  StatisticStore(DataSource dataSource, @NodeName String node) {
    this.statements = new Statements(dataSource);
    this.node = node;
  }

  /** The time by the database's clock. */
  Instant now() {
    SqlText sql = new SqlText("SELECT clock_timestamp() AS now");
    return statements
        .query("read the time for statistics", sql, row -> Columns.instant(row, "now"))
        .get(0);
  }

  /** All of them, or none. */
  void add(Map<MinuteOfQueue, Counts> counts) {
    Set<Entry<MinuteOfQueue, Counts>> rows = counts.entrySet();
    SqlText sql = ROWS.bind(ADD, rows).set("node", node);
    statements.update("store %d rows of statistics".formatted(rows.size()), sql);
  }

  private static UnnestedRows<Entry<MinuteOfQueue, Counts>> counts() {
    UnnestedRows<Entry<MinuteOfQueue, Counts>> rows = new UnnestedRows<>();
    for (Count count : Count.values()) {
      rows = rows.and(count.label(), "bigint", row -> row.getValue().get(count));
    }
    return rows;
  }

  /** An array within an array would have to be as long as its neighbours. */
  private static String literal(Histogram histogram) {
    return Arrays.stream(histogram.buckets())
        .mapToObj(Long::toString)
        .collect(Collectors.joining(",", "{", "}"));
  }
}
