package org.goodtiming.scheduler.operations.overview;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.statistics.Count;
import org.goodtiming.scheduler.statistics.Counts;
import org.jspecify.annotations.Nullable;

/** Reads the statistics by minute, with the pool of readers. */
@Singleton
public final class StatisticQueries {

  private static final String PURPOSE = "read statistics";

  // Numbers and histograms are arrays here, so that the table is read once and summed by element
  private static final String SUMS =
      """
      SELECT queue, step, kind, element, sum(number)::bigint AS number
        FROM (SELECT s.queue, floor(extract(epoch FROM s.minute - :from::timestamptz) / :step)::integer AS step, k.kind, e.element, e.number
                FROM scheduler.statistic s
                     CROSS JOIN LATERAL (VALUES ('counts', ARRAY[s.registered, s.dispatched, s.finished, s.failed, s.quarantined]),
                                                ('lateness', s.lateness), ('duration', s.duration)) AS k (kind, numbers)
                     CROSS JOIN LATERAL unnest(k.numbers) WITH ORDINALITY AS e (number, element)
      """;

  private static final String GROUPS =
      ") counted GROUP BY GROUPING SETS ((step, kind, element), (queue, kind, element))";

  private final Statements statements;

  @Inject
  StatisticQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  public Statistics of(StatisticRange range) {
    Statistics statistics = Statistics.none(range);
    SqlText sql =
        new SqlText(SUMS)
            .set("from", range.from())
            .set("step", range.step().toSeconds())
            .and("s.minute >= :from::timestamptz", range.from())
            .and("s.minute < :to", range.to())
            .and("s.queue = :queue", range.queue())
            .inside("", GROUPS);
    statements.query(PURPOSE, sql, Sum::read).forEach(sum -> sum.addTo(statistics));
    return statistics;
  }

  /**
   * A sum over the rows of an interval, or of a queue.
   *
   * @param queue null if it is that of an interval
   */
  private record Sum(@Nullable String queue, int step, String kind, int element, long number) {

    static Sum read(ResultSet row) throws SQLException {
      return new Sum(
          row.getString("queue"),
          row.getInt("step"),
          row.getString("kind"),
          row.getInt("element") - 1,
          row.getLong("number"));
    }

    void addTo(Statistics statistics) {
      Counts counts =
          queue == null
              ? statistics.intervals().get(step)
              : statistics.queues().computeIfAbsent(queue, absent -> new Counts());
      switch (kind) {
        case "lateness" -> counts.lateness().addTo(element, number);
        case "duration" -> counts.duration().addTo(element, number);
        default -> counts.add(Count.values()[element], number);
      }
    }
  }
}
