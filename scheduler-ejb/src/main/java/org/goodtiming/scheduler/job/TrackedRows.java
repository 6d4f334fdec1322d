package org.goodtiming.scheduler.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;

/** What one claim took of tracked jobs. */
final class TrackedRows {

  private final List<ClaimedJob> dispatched = new ArrayList<>();
  private final List<UUID> cancelled = new ArrayList<>();
  private final List<UUID> expired = new ArrayList<>();

  void send(ClaimedJob job) {
    if (job.run() != null) {
      dispatched.add(job);
    }
  }

  void drop(ResultSet row) throws SQLException {
    if (row.getBoolean("tracked")) {
      List<UUID> dropped = "expired".equals(row.getString("kind")) ? expired : cancelled;
      dropped.add(UUID.fromString(row.getString("fire_id")));
    }
  }

  void tell(TrackedJobs executions) {
    if (!dispatched.isEmpty()) {
      executions.dispatched(dispatched);
    }
    if (!cancelled.isEmpty()) {
      executions.ended(cancelled, Ending.CANCELLED, "cancelled before it was dispatched");
    }
    if (!expired.isEmpty()) {
      executions.ended(expired, Ending.EXPIRED, "scheduler_expiresAt has passed");
    }
  }
}
