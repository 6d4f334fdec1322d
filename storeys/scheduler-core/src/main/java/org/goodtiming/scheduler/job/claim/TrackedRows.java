package org.goodtiming.scheduler.job.claim;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.jspecify.annotations.Nullable;

/** The tracked jobs of a claim. */
final class TrackedRows {

  private final Map<UUID, String> keys;
  private final Map<UUID, JobKey> dispatched = new HashMap<>();
  private final Map<UUID, String> rows = new HashMap<>();
  private final List<UUID> cancelled = new ArrayList<>();
  private final List<UUID> expired = new ArrayList<>();

  /**
   * @param keys by which runs count, by fire id
   */
  TrackedRows(Map<UUID, String> keys) {
    this.keys = keys;
  }

  /**
   * @param untracked the row as JSON, if the job was not tracked and is now; else null
   */
  void send(ClaimedJob job, @Nullable String untracked) {
    if (untracked != null) {
      rows.put(job.fireId(), untracked);
    } else if (job.run() != null) {
      dispatched.put(job.fireId(), job.key());
    }
  }

  private void tellDispatched(
      TrackedJobs executions, List<ClaimedJob> sent, Map<JobKey, PlannedRun> planned) {
    rows.keySet().retainAll(sent.stream().map(ClaimedJob::fireId).toList());
    if (!rows.isEmpty()) {
      executions.taken(rows.values());
    }
    if (!sent.isEmpty()) {
      executions.dispatched(sent, keys);
    }
    Map<UUID, JobKey> skipped = new HashMap<>(dispatched);
    sent.forEach(job -> skipped.remove(job.fireId()));
    skipped.keySet().stream()
        .collect(Collectors.groupingBy(run -> reason(planned.get(skipped.get(run)))))
        .forEach((reason, runs) -> executions.ended(runs, Ending.EXPIRED, reason));
  }

  private static String reason(@Nullable PlannedRun run) {
    return run == null || run.skipped() == null ? PlannedRun.TOO_LATE : run.skipped();
  }

  void drop(ResultSet row) throws SQLException {
    if (row.getBoolean("tracked")) {
      List<UUID> dropped = ClaimKind.of(row) == ClaimKind.EXPIRED ? expired : cancelled;
      dropped.add(UUID.fromString(row.getString("fire_id")));
    }
  }

  /**
   * @param sent without the runs that their schedules skip
   * @param planned the claimed runs of schedules, also those
   */
  void tell(TrackedJobs executions, List<ClaimedJob> sent, Map<JobKey, PlannedRun> planned) {
    if (!dispatched.isEmpty() || !rows.isEmpty()) {
      tellDispatched(executions, sent.stream().filter(job -> job.run() != null).toList(), planned);
    }
    if (!cancelled.isEmpty()) {
      executions.cancelled(cancelled);
    }
    if (!expired.isEmpty()) {
      executions.ended(expired, Ending.EXPIRED, "scheduler_expiresAt has passed");
    }
  }
}
