package org.goodtiming.scheduler.dispatch;

import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.lease.Lease;

/** Puts a container transaction around each unit of work. */
@Stateless
@LocalBean
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class DispatchTransactions implements JobDispatch {

  private @Inject DueJobs jobs;
  private @Inject FailedJobs failed;
  private @Inject JobSender workerQueues;
  private @Inject WorkerQueueStore allowList;
  private @Inject EarlyDispatch earlyDispatch;
  private @Inject CoreConfig config;
  private @Inject JobTracing traces;

  @Override
  public Claim batch(Lease lease, Batch batch) {
    BatchQuota quota = batch.quota();
    Claim claim =
        jobs.claim(
            quota.limits(),
            quota.cursor(),
            earlyDispatch.toClaim(),
            lease.partition(),
            lease.epoch(),
            batch::claimed);
    workerQueues.send(traces.dispatching(claim.jobs()), lease.epoch());
    batch.awaitTurn();
    return claim;
  }

  @Override
  public Claim one(Lease lease, long id) {
    Claim claim = jobs.claimOne(id, lease.partition(), lease.epoch());
    workerQueues.send(traces.dispatching(claim.jobs()), lease.epoch());
    return claim;
  }

  @Override
  public void queueFailed(String queue, Duration rest, List<Failure> tried) {
    allowList.failed(queue, rest, tried.get(0).error());
    tried.forEach(failure -> failed.postpone(failure.id(), rest, failure.error()));
  }

  @Override
  public void queueRecovered(String queue) {
    allowList.recovered(queue);
  }

  @Override
  public int jobsFailed(String queue, List<Failure> failures) {
    return (int) failures.stream().filter(this::isQuarantined).count();
  }

  /** Counts a failed attempt; false if the job has attempts left and waits longer. */
  private boolean isQuarantined(Failure failure) {
    FailurePolicy policy = FailurePolicy.of(config.dispatch());
    int attempts = failed.countFailure(failure.id(), failure.error());
    if (policy.isExhausted(attempts)) {
      String reason =
          "all %d attempts to dispatch the job failed, the last with: %s"
              .formatted(attempts, failure.error());
      failed.quarantine(failure.id(), "SCHED-0210", reason, config.node());
      return true;
    }
    if (attempts > 0) {
      failed.postpone(failure.id(), policy.jobWait(attempts), failure.error());
    }
    return false;
  }
}
