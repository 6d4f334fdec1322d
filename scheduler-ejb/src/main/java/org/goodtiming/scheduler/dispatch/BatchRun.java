package org.goodtiming.scheduler.dispatch;

import java.util.concurrent.Executor;
import org.goodtiming.scheduler.job.Claim;
import org.goodtiming.scheduler.job.ClaimCursor;
import org.goodtiming.scheduler.job.DueQueues;
import org.goodtiming.scheduler.lease.LeaseKeeper.Term;

/**
 * Dispatches batch after batch while there is a backlog: the next one is claimed and sent while the
 * one before commits. They commit in the order of their claims, so that each worker queue gets its
 * jobs in the order in which they were due.
 */
final class BatchRun {

  /** One batch that commits, and one that follows. */
  static final int THREADS = 2;

  /** Asks the database what is due beyond what the run has claimed. */
  interface Outstanding {
    DueQueues dueQueues(ClaimCursor cursor);
  }

  private final Term term;
  private final Outstanding outstanding;
  private final JobDispatch dispatch;
  private final Executor executor;
  private final int batchSize;

  BatchRun(
      Term term, Outstanding outstanding, JobDispatch dispatch, Executor executor, int batchSize) {
    this.term = term;
    this.outstanding = outstanding;
    this.dispatch = dispatch;
    this.executor = executor;
    this.batchSize = batchSize;
  }

  /**
   * Ends at the deadline, with a batch that left every queue below its limit, or when nothing more
   * is to be taken.
   *
   * @param first not nothing
   * @return rows taken from the table
   * @throws RuntimeException if a batch did not commit, or the poll failed; no batch is under way
   *     any more
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
   * Nothing when the term is over, or while a failing queue waits to be probed: that is done
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
