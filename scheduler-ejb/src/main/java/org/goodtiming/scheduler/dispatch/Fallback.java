package org.goodtiming.scheduler.dispatch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.dispatch.JobDispatch.Failure;
import org.goodtiming.scheduler.job.DueQueues;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.telemetry.Failures;

/**
 * Narrower transactions after a batch that did not commit, so that one bad queue or job holds up no
 * other. Each try reads the database anew: after an unknown outcome nothing is sent from memory.
 */
final class Fallback {

  private static final Logger LOG = System.getLogger(Fallback.class.getName());

  /** So many jobs in a row, none taken: the queue is to blame, not its jobs. */
  private static final int ENOUGH_TO_BLAME_THE_QUEUE = 3;

  private final Poll poll;
  private final JobDispatch dispatch;
  private final DispatchConfig config;

  Fallback(Poll poll, JobDispatch dispatch, DispatchConfig config) {
    this.poll = poll;
    this.dispatch = dispatch;
    this.config = config;
  }

  /** Each queue alone, and where that fails too, each of its jobs alone. */
  int narrow(Lease lease, BatchQuota quota) {
    Deadline budget = Deadline.in(config.fallbackBudget());
    int taken = 0;
    for (String queue : quota.most().keySet()) {
      if (budget.passed()) {
        break;
      }
      taken += queueAlone(lease, queue, quota, budget);
    }
    return taken;
  }

  /** Tries one job of each queue that refused all before. */
  int probe(Lease lease, List<DueQueues.Next> failing) {
    Deadline budget = Deadline.in(config.fallbackBudget());
    int taken = 0;
    for (DueQueues.Next next : failing) {
      if (budget.passed()) {
        break;
      }
      taken += jobsAlone(lease, next.queue(), 1, next.failures(), budget);
    }
    return taken;
  }

  private int queueAlone(Lease lease, String queue, BatchQuota quota, Deadline budget) {
    try {
      return dispatch.batch(lease, quota.alone(queue), JobDispatch.Overlap.NONE).rows();
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "queue {0} did not commit alone either: {1}", queue, Failures.text(e));
      return jobsAlone(lease, queue, quota.mostOf(queue), 0, budget);
    }
  }

  private int jobsAlone(Lease lease, String queue, int limit, int queueFailures, Deadline budget) {
    int taken = 0;
    List<Failure> failed = new ArrayList<>();
    for (long id : poll.dueIds(queue, limit)) {
      // One is tried even if the queue's batch has used up the time: unless somebody is blamed, the
      // next round begins with the same batch.
      boolean tried = taken > 0 || !failed.isEmpty();
      if (tried && (budget.passed() || isEnough(taken, failed))) {
        break;
      }
      try {
        taken += dispatch.one(lease, id).rows();
      } catch (RuntimeException e) {
        failed.add(new Failure(id, Failures.text(e)));
      }
    }
    blame(queue, taken, queueFailures, failed);
    return taken;
  }

  private static boolean isEnough(int taken, List<Failure> failed) {
    return taken == 0 && failed.size() == ENOUGH_TO_BLAME_THE_QUEUE;
  }

  /** A job is to blame only if its queue took another one beside it. */
  private void blame(String queue, int taken, int queueFailures, List<Failure> failed) {
    if (taken > 0 && queueFailures > 0) {
      dispatch.queueRecovered(queue);
    }
    if (failed.isEmpty()) {
      return;
    }
    if (taken > 0) {
      dispatch.jobsFailed(queue, failed);
    } else {
      dispatch.queueFailed(queue, queueFailures + 1, failed);
    }
  }
}
