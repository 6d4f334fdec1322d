package org.goodtiming.scheduler.load;

import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.RowEstimates;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * How many jobs PostgreSQL expects in each interval. It knows from its latest ANALYZE of the table
 * how the due times are spread, and reads no job.
 */
final class DueJobEstimates {

  /** Keeps each interval a node of its own in the plan. */
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private final Statements statements;

  DueJobEstimates(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  List<Long> estimate(ForecastRange range) {
    SqlText sql = jobs(range, 0);
    for (int i = 1; i < range.size(); i++) {
      sql.unionAll(jobs(range, i));
    }
    return RowEstimates.of(statements, "estimate the jobs of a forecast", sql);
  }

  private static SqlText jobs(ForecastRange range, int interval) {
    return new SqlText("SELECT FROM scheduler.job\n")
        .and("queue = :queue", range.queue())
        .and("planned_at IS NULL", true)
        .and("eligible_at >= :start_" + interval, range.start(interval))
        .and("eligible_at < :end_" + interval, range.end(interval))
        .then("LIMIT :limit", NO_LIMIT);
  }
}
