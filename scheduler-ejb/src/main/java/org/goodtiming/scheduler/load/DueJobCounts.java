package org.goodtiming.scheduler.load;

import java.sql.Timestamp;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.SqlText;
import org.goodtiming.scheduler.job.Statements;
import org.goodtiming.scheduler.load.Forecast.Counted;

/** Counts the jobs that become due in each interval and are not runs of schedules. */
final class DueJobCounts {

  static final int MOST_JOBS = 200_000;

  /** Jobs beyond the limit are counted together, which is cheaper. */
  private static final int MOST_LEFT_OUT = 1_000_000;

  private static final String PURPOSE = "count the jobs of a forecast";

  private static final String OF_QUEUES =
      "queue = ANY (ARRAY(SELECT name FROM scheduler.worker_queue WHERE name = ? OR ?::text IS NULL)) AND planned_at IS NULL";

  private final Statements statements;
  private final int mostJobs;

  DueJobCounts(DataSource dataSource) {
    this(dataSource, MOST_JOBS);
  }

  DueJobCounts(DataSource dataSource, int mostJobs) {
    this.statements = new Statements(dataSource);
    this.mostJobs = mostJobs;
  }

  /** The number in each interval; those after the limit are zero. */
  Counted<List<Long>> count(ForecastRange range) {
    List<Long> counts = counts(range);
    long found = counts.stream().mapToLong(Long::longValue).sum();
    return new Counted<>(counts, found < mostJobs ? 0 : leftOut(range));
  }

  // Interval by interval, so that the limit leaves out the latest jobs. Each is a range of index
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

  private long leftOut(ForecastRange range) {
    String sql =
        """
        SELECT count(*) FROM (SELECT FROM scheduler.job WHERE %s AND eligible_at >= ? AND eligible_at < ? LIMIT ?) found
        """
            .formatted(OF_QUEUES);
    SqlText all =
        new SqlText(
            sql,
            range.queue(),
            range.queue(),
            Timestamp.from(range.from()),
            Timestamp.from(range.to()),
            mostJobs + MOST_LEFT_OUT);
    return statements.query(PURPOSE, all, row -> row.getLong(1)).get(0) - mostJobs;
  }
}
