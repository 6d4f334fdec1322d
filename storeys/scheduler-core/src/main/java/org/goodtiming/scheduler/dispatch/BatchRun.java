package org.goodtiming.scheduler.dispatch;

import java.util.concurrent.Executor;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.lease.Term;
import org.goodtiming.scheduler.policy.DueQueues;

/**
 * Dispatches batches while there is a backlog: the next batch is claimed and, except in one phase,
 * sent while the previous one commits. Batches commit in the order of their claims, so that each
 * worker queue gets its jobs in the order of their due times.
 */
record BatchRun(
    Term term, Outstanding outstanding, JobDispatch dispatch, Executor executor, int batchSize) {

  /** The batch that commits, and its successor. */
  static final int THREADS = 2;

  /** Polls for jobs that are due after those that the run has claimed. */
  interface Outstanding {
    DueQueues dueQueues(ClaimCursor cursor);
  }

  /**
   * Ends at the deadline, after a batch that left every queue below its limit, or when no job is
   * left to claim.
   *
   * @param first not nothing
   * @return rows taken from the table
   * @throws RuntimeException if a batch did not commit, or the poll failed; no batch is active then
   */
  int run(BatchQuota first, Deadline deadline) {
    int taken = 0;
    Batch newest = start(new Batch(first));
    try {
      while (newest.quota().isFilledBy(newest.claim()) && !deadline.passed()) {
        BatchQuota quota = quotaAfter(newest);
        if (quota.isNothing()) {
          break;
        }
        Batch before = newest;
        newest = start(before.next(quota));
        taken += before.rows();
      }
      return taken + newest.rows();
    } finally {
      newest.awaitEnd();
    }
  }

  private Batch start(Batch batch) {
    return batch.start(executor, () -> dispatch.batch(term.lease(), batch));
  }

  /**
   * Empty when the term is over, or while a failing queue waits for its probe, which takes place
   * between two runs.
   */
  private BatchQuota quotaAfter(Batch batch) {
    if (!term.renew()) {
      return BatchQuota.NOTHING;
    }
    Claim claim = batch.claim();
    DueQueues dueQueues = outstanding.dueQueues(claim.cursor());
    return dueQueues.failingDue().isEmpty()
        ? batch.quota().next(claim, dueQueues, batchSize)
        : BatchQuota.NOTHING;
  }
}
