package org.goodtiming.scheduler.load;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Counts the jobs that become due in each interval and are not runs of schedules. Counting takes
 * more than a microsecond for each job, so that beyond a limit they are estimated.
 */
final class DueJobCounts {

  static final int MAX_JOBS = 10_000;

  private static final String PURPOSE = "count the jobs of a forecast";

  private final Statements statements;
  private final DueJobEstimates estimates;
  private final int mostJobs;

  DueJobCounts(DataSource dataSource) {
    this(dataSource, MAX_JOBS);
  }

  DueJobCounts(DataSource dataSource, int mostJobs) {
    this.statements = Statements.forClients(dataSource);
    this.estimates = new DueJobEstimates(dataSource);
    this.mostJobs = mostJobs;
  }

  IntervalCounts count(ForecastRange range, Openings openings) {
    List<Long> counts = counts(range, openings);
    long found = counts.stream().mapToLong(Long::longValue).sum();
    long closing = addClosing(range, openings, counts);
    return Math.max(found, closing) < mostJobs
        ? new IntervalCounts(counts, false)
        : new IntervalCounts(
            completed(counts, estimates.estimate(range), closing < mostJobs), true);
  }

  /**
   * Keeps the counts of intervals before the limit; takes the larger of count and estimate for
   * later intervals.
   *
   * @param inOrder whether the limit has left out only jobs of later intervals
   */
  private List<Long> completed(List<Long> counts, List<Long> estimated, boolean inOrder) {
    List<Long> all = new ArrayList<>();
    long found = 0;
    for (int i = 0; i < counts.size(); i++) {
      found += counts.get(i);
      boolean counted = inOrder && found < mostJobs;
      all.add(counted ? counts.get(i) : (Long) Math.max(counts.get(i), estimated.get(i)));
    }
    return all;
  }

  /**
   * Adds the jobs of the queues that have closed times to the interval in which these are served.
   *
   * @return the number of jobs that were read
   */
  private long addClosing(ForecastRange range, Openings openings, List<Long> counts) {
    if (openings.queues().isEmpty()) {
      return 0;
    }
    String sql =
        """
        SELECT q.name, found.eligible_at
          FROM unnest(:queues, :first::timestamptz[]) q(name, first) CROSS JOIN LATERAL (
               SELECT j.eligible_at FROM scheduler.job j
                WHERE j.queue = q.name AND j.planned_at IS NULL AND j.eligible_at >= q.first AND j.eligible_at < '<end>'
                ORDER BY j.eligible_at LIMIT <limit>) found
         LIMIT <limit>
        """
            .replace("<end>", range.to().toString())
            .replace("<limit>", Integer.toString(mostJobs));
    List<Instant> served =
        statements.query(
            PURPOSE,
            new SqlText(sql)
                .set("queues", openings.queues(), queue -> queue)
                .set("first", openings.queues(), queue -> first(openings, queue, range.from())),
            row -> openings.served(row.getString("name"), Columns.instant(row, "eligible_at")));
    served.stream()
        .filter(at -> !at.isBefore(range.from()) && at.isBefore(range.to()))
        .forEach(at -> counts.set(range.intervalOf(at), counts.get(range.intervalOf(at)) + 1));
    return served.size();
  }

  private static String first(Openings openings, String queue, Instant from) {
    Instant first = openings.firstServed(queue, from);
    return first.equals(Instant.MIN) ? "-infinity" : first.toString();
  }

  // Interval by interval, so that the limit ends with the latest jobs. The times are part of the
  // text: without them PostgreSQL would expect few jobs in each interval, and read the index of all
  // that there are before the first is counted. ORDER BY makes it read the index in its order.
  private List<Long> counts(ForecastRange range, Openings openings) {
    String intervals =
        IntStream.range(0, Math.toIntExact(range.size()))
            .mapToObj(
                number ->
                    """
                    (SELECT <number> AS number
                       FROM queues q CROSS JOIN LATERAL (
                            SELECT FROM scheduler.job j
                             WHERE j.queue = q.name AND j.planned_at IS NULL AND j.eligible_at >= '<start>' AND j.eligible_at < '<end>'
                             ORDER BY j.eligible_at LIMIT <limit>) found)
                    """
                        .replace("<number>", Integer.toString(number))
                        .replace("<start>", range.start(number).toString())
                        .replace("<end>", range.end(number).toString())
                        .replace("<limit>", Integer.toString(mostJobs)))
            .collect(Collectors.joining("UNION ALL\n"));
    String sql =
        """
        WITH queues AS (
          SELECT name FROM scheduler.worker_queue WHERE name = coalesce(:queue, name) AND name <> ALL (:closing))
        SELECT number, count(*) AS jobs FROM (<intervals> LIMIT <limit>) found GROUP BY number
        """
            .replace("<intervals>", intervals)
            .replace("<limit>", Integer.toString(mostJobs));
    List<Long> counts = new ArrayList<>(Collections.nCopies(Math.toIntExact(range.size()), 0L));
    statements
        .query(
            PURPOSE,
            new SqlText(sql)
                .set("queue", range.queue())
                .set("closing", openings.queues(), queue -> queue),
            row -> Map.entry(row.getInt("number"), row.getLong("jobs")))
        .forEach(interval -> counts.set(interval.getKey(), interval.getValue()));
    return counts;
  }
}
