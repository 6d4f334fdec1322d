package org.goodtiming.scheduler.load;

import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Counts the jobs that become due in each interval and are not runs of schedules. Counting takes
 * more than a microsecond for each job, so that beyond a limit they are estimated.
 */
final class DueJobCounts {

  static final int MOST_JOBS = 10_000;

  private static final String PURPOSE = "count the jobs of a forecast";

  private static final String OF_QUEUES =
      "queue = ANY (ARRAY(SELECT name FROM scheduler.worker_queue WHERE name = ? OR ?::text IS NULL)) AND planned_at IS NULL";

  private final Statements statements;
  private final DueJobEstimates estimates;
  private final int mostJobs;

  DueJobCounts(DataSource dataSource) {
    this(dataSource, MOST_JOBS);
  }

  DueJobCounts(DataSource dataSource, int mostJobs) {
    this.statements = Statements.forClients(dataSource);
    this.estimates = new DueJobEstimates(dataSource);
    this.mostJobs = mostJobs;
  }

  DueJobs count(ForecastRange range) {
    List<Long> counts = counts(range);
    long found = counts.stream().mapToLong(Long::longValue).sum();
    return found < mostJobs
        ? new DueJobs(counts, false)
        : new DueJobs(completed(counts, estimates.estimate(range)), true);
  }

  /** All jobs of the intervals before the limit are counted, of later intervals none. */
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

  // Interval by interval, so that the limit ends with the latest jobs. Each is a range of index
  // job_eligible in each queue.
  private List<Long> counts(ForecastRange range) {
    String sql =
        """
        WITH RECURSIVE intervals (number, jobs, total) AS (
          SELECT 0, 0::bigint, 0::bigint
          UNION ALL
          SELECT i.number + 1, n.jobs, i.total + n.jobs
            FROM intervals i CROSS JOIN LATERAL (
                 SELECT count(*) AS jobs
                   FROM (SELECT FROM scheduler.job
                          WHERE %s
                            AND eligible_at >= ?::timestamptz + make_interval(secs => i.number * ?::bigint)
                            AND eligible_at < least(?::timestamptz + make_interval(secs => (i.number + 1) * ?::bigint), ?::timestamptz)
                          LIMIT ? - i.total) found) n
           WHERE i.number < ?)
        SELECT jobs FROM intervals WHERE number > 0 ORDER BY number
        """
            .formatted(OF_QUEUES);
    Timestamp from = Timestamp.from(range.from());
    long step = range.step().toSeconds();
    SqlText counts =
        new SqlText(
            sql,
            range.queue(),
            range.queue(),
            from,
            step,
            from,
            step,
            Timestamp.from(range.to()),
            mostJobs,
            range.size());
    return statements.query(PURPOSE, counts, row -> row.getLong("jobs"));
  }
}
