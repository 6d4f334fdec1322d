package org.goodtiming.scheduler.load;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.load.Throughput.Range;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Reads the throughput before a forecast from the statistics by minute. */
final class ThroughputQueries {

  private static final String PURPOSE = "read the throughput before a forecast";
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);

  private final Statements statements;

  ThroughputQueries(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** The throughput before each interval, in the order of the intervals. */
  List<Throughput> before(ForecastRange range, Instant now) {
    Instant since = since();
    if (since == null) {
      return IntStream.range(0, Math.toIntExact(range.size()))
          .mapToObj(i -> new Throughput(null, null))
          .toList();
    }
    List<Range> days = past(range, DAY, now);
    List<Range> weeks = past(range, WEEK, now);
    Map<Range, Long> sums =
        dispatched(
            Stream.concat(days.stream(), weeks.stream())
                .filter(each -> !each.from().isBefore(since))
                .distinct()
                .toList(),
            range.queue());
    return IntStream.range(0, days.size())
        .mapToObj(i -> new Throughput(sums.get(days.get(i)), sums.get(weeks.get(i))))
        .toList();
  }

  private static List<Range> past(ForecastRange range, Duration period, Instant now) {
    return IntStream.range(0, Math.toIntExact(range.size()))
        .mapToObj(i -> Throughput.past(interval(range, i), period, now))
        .toList();
  }

  private static Range interval(ForecastRange range, int i) {
    return new Range(range.start(i), range.end(i));
  }

  /** The first minute of all statistics; null if there is none. */
  private @Nullable Instant since() {
    SqlText sql = new SqlText("SELECT minute FROM scheduler.statistic ORDER BY minute LIMIT 1");
    return statements.find(PURPOSE, sql, row -> row.getTimestamp(1).toInstant()).orElse(null);
  }

  private Map<Range, Long> dispatched(List<Range> ranges, @Nullable String queue) {
    SqlText sql =
        new SqlText(
                """
                SELECT r.place, coalesce((SELECT sum(s.dispatched) FROM scheduler.statistic s
                                           WHERE s.minute >= r.starts AND s.minute < r.ends
                                             AND (s.queue = :queue OR :queue::text IS NULL)), 0)::bigint
                  FROM unnest(:starts::timestamptz[], :ends::timestamptz[]) WITH ORDINALITY AS r (starts, ends, place)
                """)
            .set("queue", queue)
            .set("starts", ranges, Range::from)
            .set("ends", ranges, Range::to);
    Map<Range, Long> sums = new HashMap<>();
    statements
        .query(PURPOSE, sql, row -> Map.entry(row.getInt(1), row.getLong(2)))
        .forEach(sum -> sums.put(ranges.get(sum.getKey() - 1), sum.getValue()));
    return sums;
  }
}
