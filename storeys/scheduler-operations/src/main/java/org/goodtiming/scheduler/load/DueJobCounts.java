package org.goodtiming.scheduler.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
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

  IntervalCounts count(ForecastRange range) {
    List<Long> counts = counts(range);
    long found = counts.stream().mapToLong(Long::longValue).sum();
    return found < mostJobs
        ? new IntervalCounts(counts, false)
        : new IntervalCounts(completed(counts, estimates.estimate(range)), true);
  }

  /**
   * Keeps the counts of intervals before the limit; takes the larger of count and estimate for
   * later intervals.
   */
  private List<Long> completed(List<Long> counts, List<Long> estimated) {
    List<Long> all = new ArrayList<>();
    long found = 0;
    for (int i = 0; i < counts.size(); i++) {
      found += counts.get(i);
      boolean counted = found < mostJobs;
      all.add(counted ? counts.get(i) : (Long) Math.max(counts.get(i), estimated.get(i)));
    }
    return all;
  }

  // Interval by interval, so that the limit ends with the latest jobs. The times are part of the
  // text: without them PostgreSQL would expect few jobs in each interval, and read the index of all
  // that there are before the first is counted. ORDER BY makes it read the index in its order.
  private List<Long> counts(ForecastRange range) {
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
          SELECT name FROM scheduler.worker_queue WHERE name = coalesce(:queue, name))
        SELECT number, count(*) AS jobs FROM (<intervals> LIMIT <limit>) found GROUP BY number
        """
            .replace("<intervals>", intervals)
            .replace("<limit>", Integer.toString(mostJobs));
    List<Long> counts = new ArrayList<>(Collections.nCopies(Math.toIntExact(range.size()), 0L));
    statements
        .query(
            PURPOSE,
            new SqlText(sql, range.queue()),
            row -> Map.entry(row.getInt("number"), row.getLong("jobs")))
        .forEach(interval -> counts.set(interval.getKey(), interval.getValue()));
    return counts;
  }
}
