package org.goodtiming.scheduler.operations.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last job of the previous page, or the last one that was looked at.
 *
 * @param jobId null in a batch operation, whose jobs are ordered by time
 */
public record JobPosition(String queue, Instant eligibleAt, long id, @Nullable String jobId) {

  static JobPosition of(ResultSet row) throws SQLException {
    return new JobPosition(
        row.getString("queue"),
        row.getTimestamp("eligible_at").toInstant(),
        row.getLong("id"),
        row.getString("job_id"));
  }
}
