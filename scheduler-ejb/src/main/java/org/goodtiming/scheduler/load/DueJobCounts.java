package org.goodtiming.scheduler.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.load.Forecast.Counted;

/** Counts the jobs that become due in each interval and are not runs of schedules. */
final class DueJobCounts {

  static final int MOST_JOBS = 200_000;

  /** Jobs beyond the limit are counted together, which is cheaper. */
  private static final int MOST_LEFT_OUT = 1_000_000;

  private static final int LONGEST_STATEMENT_SECONDS = 5;

  private static final String OF_QUEUES =
      "queue = ANY (ARRAY(SELECT name FROM scheduler.worker_queue WHERE name = ? OR ?::text IS NULL)) AND planned_at IS NULL";

  private final DataSource dataSource;
  private final int mostJobs;

  DueJobCounts(DataSource dataSource) {
    this(dataSource, MOST_JOBS);
  }

  DueJobCounts(DataSource dataSource, int mostJobs) {
    this.dataSource = dataSource;
    this.mostJobs = mostJobs;
  }

  /** The number in each interval; those after the limit are zero. */
  Counted<List<Long>> count(ForecastRange range) {
    try (Connection connection = dataSource.getConnection()) {
      List<Long> counts = counts(connection, range);
      long found = counts.stream().mapToLong(Long::longValue).sum();
      return new Counted<>(counts, found < mostJobs ? 0 : leftOut(connection, range));
    } catch (SQLException e) {
      throw new StoreException("count the jobs of a forecast", e);
    }
  }

  // Interval by interval, so that the limit leaves out the latest jobs. Each is a range of index
  // job_eligible in each queue.
  private List<Long> counts(Connection connection, ForecastRange range) throws SQLException {
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
    long step = range.step().toSeconds();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
      select.setString(1, range.queue());
      select.setString(2, range.queue());
      select.setTimestamp(3, Timestamp.from(range.from()));
      select.setLong(4, step);
      select.setTimestamp(5, Timestamp.from(range.from()));
      select.setLong(6, step);
      select.setTimestamp(7, Timestamp.from(range.to()));
      select.setInt(8, mostJobs);
      select.setLong(9, range.size());
      List<Long> counts = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          counts.add(row.getLong("jobs"));
        }
      }
      return counts;
    }
  }

  private long leftOut(Connection connection, ForecastRange range) throws SQLException {
    String sql =
        """
        SELECT count(*) FROM (SELECT FROM scheduler.job WHERE %s AND eligible_at >= ? AND eligible_at < ? LIMIT ?) found
        """
            .formatted(OF_QUEUES);
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
      select.setString(1, range.queue());
      select.setString(2, range.queue());
      select.setTimestamp(3, Timestamp.from(range.from()));
      select.setTimestamp(4, Timestamp.from(range.to()));
      select.setInt(5, mostJobs + MOST_LEFT_OUT);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getLong(1) - mostJobs;
      }
    }
  }
}
