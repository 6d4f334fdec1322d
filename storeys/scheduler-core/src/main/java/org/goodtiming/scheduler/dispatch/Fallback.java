package org.goodtiming.scheduler.dispatch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.dispatch.FailurePolicy.Tries;
import org.goodtiming.scheduler.dispatch.JobDispatch.Failure;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.UnsendableJobException;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.telemetry.Failures;

/**
 * Narrower transactions after a batch that did not commit, so that one bad queue or job does not
 * delay the others. Each attempt reads the database again: after an unknown outcome nothing is sent
 * from memory.
 */
record Fallback(Poll poll, JobDispatch dispatch, FailurePolicy policy, Duration budget) {

  private static final Logger LOG = System.getLogger(Fallback.class.getName());

  Fallback(Poll poll, JobDispatch dispatch, DispatchConfig config) {
    this(poll, dispatch, FailurePolicy.of(config), config.fallbackBudget());
  }

  /** Fewer jobs cannot show whether a job or its queue is bad. */
  private static final int MIN_TRIES = 3;

  /** Tries each queue alone; if that fails too, each of its jobs alone. */
  int narrow(Lease lease, BatchQuota quota) {
    Deadline deadline = Deadline.in(budget);
    int taken = 0;
    for (String queue : quota.limits().keySet()) {
      if (deadline.passed()) {
        break;
      }
      taken += queueAlone(lease, queue, quota, deadline);
    }
    return taken;
  }

  /** Tries one job of each queue that is to blame, as a probe. */
  int probe(Lease lease, List<DueQueues.Next> failing) {
    Deadline deadline = Deadline.in(budget);
    int taken = 0;
    for (DueQueues.Next next : failing) {
      if (deadline.passed()) {
        break;
      }
      taken += jobsAlone(lease, next.queue(), 1, next.failures(), deadline);
    }
    return taken;
  }

  private int queueAlone(Lease lease, String queue, BatchQuota quota, Deadline deadline) {
    try {
      return dispatch.batch(lease, new Batch(quota.alone(queue))).rows();
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "queue {0} did not commit alone either: {1}", queue, Failures.text(e));
      return jobsAlone(lease, queue, quota.limitOf(queue), 0, deadline);
    }
  }

  private int jobsAlone(
      Lease lease, String queue, int limit, int queueFailures, Deadline deadline) {
    int taken = 0;
    int sent = 0;
    List<Failure> failed = new ArrayList<>();
    List<Failure> unsendable = new ArrayList<>();
    for (long id : poll.dueIds(queue, Math.max(limit, MIN_TRIES))) {
      boolean timeIsUp = deadline.passed();
      if (taken >= limit || taken > 0 && timeIsUp) {
        break;
      }
      Tries tries = new Tries(queueFailures, sent, failed.size(), unsendable.size());
      if (!policy.triesAnother(tries, timeIsUp)) {
        break;
      }
      try {
        Claim claim = dispatch.one(lease, id);
        taken += claim.rows();
        sent += claim.jobs().size() + claim.sent().size();
      } catch (RuntimeException e) {
        Failure failure = new Failure(id, SendFailure.text(queue, Failures.text(e)));
        (UnsendableJobException.isCauseOf(e) ? unsendable : failed).add(failure);
      }
    }
    if (!unsendable.isEmpty()) {
      dispatch.jobsFailed(queue, unsendable);
    }
    blame(queue, new Tries(queueFailures, sent, failed.size(), unsendable.size()), failed);
    return taken;
  }

  private void blame(String queue, Tries tries, List<Failure> failed) {
    if (policy.queueHasRecovered(tries)) {
      dispatch.queueRecovered(queue);
    }
    switch (policy.blame(tries)) {
      case JOBS -> dispatch.jobsFailed(queue, failed);
      case QUEUE -> dispatch.queueFailed(queue, policy.queueRest(tries), failed);
      case NOBODY -> {}
    }
  }
}
