package org.goodtiming.scheduler.job;

import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;

/**
 * Keeps the executions of tracked jobs. Called in the transaction that changes the job's row, and
 * only if at least one job is tracked.
 */
public interface TrackedJobs {

  /** How an execution ends before a worker has begun. */
  enum Ending {
    CANCELLED,
    EXPIRED,
    EXHAUSTED
  }

  /** Jobs wait now; this transaction has written their rows. */
  void submitted(Collection<JobKey> waiting);

  /** Jobs are sent in this transaction. */
  void dispatched(List<ClaimedJob> jobs);

  /** Jobs no longer wait, and will not be sent. */
  void ended(Collection<UUID> fireIds, Ending ending, String reason);
}
