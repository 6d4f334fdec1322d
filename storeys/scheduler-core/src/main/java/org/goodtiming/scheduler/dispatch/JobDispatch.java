package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.lease.Lease;

/**
 * The units of work of dispatch, each in a separate transaction that ends before the call returns.
 */
interface JobDispatch {

  /**
   * Claims due jobs and sends them to their worker queues in one XA transaction.
   *
   * @return the number of rows taken from the table
   * @throws RuntimeException if it did not commit; the outcome of each job is unknown
   */
  Claim batch(Lease lease, Batch batch);

  /** Claims and sends one job in one XA transaction. */
  Claim one(Lease lease, long id);

  /**
   * Makes a queue to which no job could be sent back off for that time, together with the jobs that
   * were tried.
   */
  void queueFailed(String queue, Duration rest, List<Failure> tried);

  /** A job could be sent to a queue that had failed. */
  void queueRecovered(String queue);

  /**
   * Some jobs failed while others succeeded: each failed job waits longer, or goes to the
   * quarantine.
   */
  Quarantined jobsFailed(String queue, List<Failure> failures);

  /**
   * What went to the quarantine.
   *
   * @param runs how many of the jobs were tracked
   */
  record Quarantined(int jobs, int runs) {
    static final Quarantined NONE = new Quarantined(0, 0);

    Quarantined plus(Quarantined other) {
      return new Quarantined(jobs + other.jobs, runs + other.runs);
    }
  }

  /** A job that could not be dispatched, and why. */
  record Failure(long id, String error) {}
}
