package org.goodtiming.scheduler.operations.batch;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;

/** A run that can be run again. */
record EndedRun(UUID fireId, JobKey key, Instant endedAt) {

  static EndedRun of(ResultSet row) throws SQLException {
    return new EndedRun(
        UUID.fromString(row.getString("fire_id")),
        new JobKey(row.getString("queue"), row.getString("job_id")),
        row.getTimestamp("ended_at").toInstant());
  }
}
