package org.goodtiming.scheduler.operations.batch;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;

/**
 * A run that can be run again, or cancelled.
 *
 * @param moment by which they are ordered: when it has ended or, if it has not, was submitted
 */
record EndedRun(UUID fireId, JobKey key, Instant moment) {

  static EndedRun of(ResultSet row) throws SQLException {
    return new EndedRun(
        UUID.fromString(row.getString("fire_id")),
        new JobKey(row.getString("queue"), row.getString("job_id")),
        row.getTimestamp("moment").toInstant());
  }
}
