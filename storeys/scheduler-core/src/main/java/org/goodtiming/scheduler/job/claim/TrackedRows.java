package org.goodtiming.scheduler.job.claim;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.jspecify.annotations.Nullable;

/** The tracked jobs of a claim. */
final class TrackedRows {

  private final List<UUID> dispatched = new ArrayList<>();
  private final Map<UUID, String> rows = new HashMap<>();
  private final List<UUID> cancelled = new ArrayList<>();
  private final List<UUID> expired = new ArrayList<>();

  /**
   * @param untracked the row as JSON, if the job was not tracked and is now; else null
   */
  void send(ClaimedJob job, @Nullable String untracked) {
    if (untracked != null) {
      rows.put(job.fireId(), untracked);
    } else if (job.run() != null) {
      dispatched.add(job.fireId());
    }
  }

  private void tellDispatched(TrackedJobs executions, List<ClaimedJob> sent) {
    rows.keySet().retainAll(sent.stream().map(ClaimedJob::fireId).toList());
    if (!rows.isEmpty()) {
      executions.taken(rows.values());
    }
    if (!sent.isEmpty()) {
      executions.dispatched(sent);
    }
    List<UUID> skipped = new ArrayList<>(dispatched);
    skipped.removeAll(sent.stream().map(ClaimedJob::fireId).collect(Collectors.toSet()));
    if (!skipped.isEmpty()) {
      executions.ended(skipped, Ending.EXPIRED, "late, and its schedule skips late runs");
    }
  }

  void drop(ResultSet row) throws SQLException {
    if (row.getBoolean("tracked")) {
      List<UUID> dropped = ClaimKind.of(row) == ClaimKind.EXPIRED ? expired : cancelled;
      dropped.add(UUID.fromString(row.getString("fire_id")));
    }
  }

  /**
   * @param sent without the runs that their schedules skip
   */
  void tell(TrackedJobs executions, List<ClaimedJob> sent) {
    if (!dispatched.isEmpty() || !rows.isEmpty()) {
      tellDispatched(executions, sent.stream().filter(job -> job.run() != null).toList());
    }
    if (!cancelled.isEmpty()) {
      executions.cancelled(cancelled);
    }
    if (!expired.isEmpty()) {
      executions.ended(expired, Ending.EXPIRED, "scheduler_expiresAt has passed");
    }
  }
}
