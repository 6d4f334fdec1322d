package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.job.Claim;
import org.goodtiming.scheduler.lease.Lease;

/**
 * The units of work of dispatch, each in a transaction of its own that ends before the call
 * returns.
 */
interface JobDispatch {

  /**
   * Claims due jobs and sends them to their worker queues in one XA transaction.
   *
   * @return what was taken from the table
   * @throws RuntimeException if it did not commit; nothing may be concluded about any single job
   */
  Claim batch(Lease lease, Batch batch);

  /** The same for one job. */
  Claim one(Lease lease, long id);

  /**
   * Lets a queue that refused everything rest for that time, together with the jobs that were
   * tried.
   */
  void queueFailed(String queue, Duration rest, List<Failure> tried);

  /** A queue that had failed took a job. */
  void queueRecovered(String queue);

  /**
   * After jobs failed beside others that went through: each waits longer, or goes to quarantine.
   *
   * @return how many went to quarantine
   */
  int jobsFailed(String queue, List<Failure> failures);

  /** A job that could not be dispatched, and why. */
  record Failure(long id, String error) {}
}
