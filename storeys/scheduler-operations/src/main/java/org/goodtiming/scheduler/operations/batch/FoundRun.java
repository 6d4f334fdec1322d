package org.goodtiming.scheduler.operations.batch;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;

/**
 * A run that can be run again, or cancelled.
 *
 * @param moment by which they are ordered: when it was submitted, if a job batch is chosen, and
 *     else when it has ended
 */
record FoundRun(UUID fireId, JobKey key, Instant moment) {

  static FoundRun of(ResultSet row) throws SQLException {
    return new FoundRun(
        UUID.fromString(row.getString("fire_id")),
        new JobKey(row.getString("queue"), row.getString("job_id")),
        row.getTimestamp("moment").toInstant());
  }
}
