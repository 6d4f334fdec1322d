package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Puts a transaction around each unit of work. */
@Singleton
record DispatchTransactions(
    NewTransaction transaction,
    DueJobs jobs,
    FailedJobs failed,
    JobSender workerQueues,
    WorkerQueueStore allowList,
    EarlyDispatch earlyDispatch,
    BrokerRefusals refusals,
    CoreConfig config,
    JobTracing traces)
    implements JobDispatch {

  @Inject
  DispatchTransactions {}

  @Override
  public Claim batch(Lease lease, Batch batch) {
    BatchQuota quota = batch.quota();
    return transaction.call(
        () -> {
          Claim claim =
              jobs.claim(
                  quota.ofClaim(),
                  quota.cursor(),
                  earlyDispatch.toClaim(),
                  lease.partition(),
                  lease.epoch(),
                  batch::claimed);
          sendInTurn(claim, lease, batch);
          return claim;
        });
  }

  @Override
  public Claim one(Lease lease, long id) {
    return config.dispatch().onePhase()
        ? transaction.call(() -> oneSentFirst(lease, id))
        : oneInOneTransaction(lease, id);
  }

  private Claim oneInOneTransaction(Lease lease, long id) {
    AtomicReference<Claim> tried = new AtomicReference<>();
    // Discards the refusal of an earlier transaction
    refusals.takeDuplicate();
    try {
      return transaction.call(
          () -> {
            Claim claim = jobs.claimOne(id, lease.partition(), lease.epoch());
            tried.set(claim);
            send(claim, lease);
            return claim;
          });
    } catch (RuntimeException e) {
      Claim refused = tried.get();
      if (refused == null || !refusals.takeDuplicate()) {
        throw e;
      }
      return transaction.call(() -> alreadySent(lease, id, refused));
    }
  }

  /**
   * The broker has the message of the job, but this database has lost the commit that deleted the
   * row: it was restored, or is a standby that has taken over.
   */
  private Claim alreadySent(Lease lease, long id, Claim refused) {
    Claim claim = jobs.claimOne(id, lease.partition(), lease.epoch());
    if (!refused.hasJobsOf(claim)) {
      throw new IllegalStateException("the job was replaced when the broker had refused it");
    }
    return claim.alreadySent();
  }

  /** A duplicate is also a job that was sent before a transaction of the database rolled back. */
  private Claim oneSentFirst(Lease lease, long id) {
    Claim claim = jobs.claimOne(id, lease.partition(), lease.epoch());
    refusals.takeDuplicate();
    try {
      send(claim, lease);
      return claim;
    } catch (RuntimeException e) {
      if (!refusals.takeDuplicate()) {
        throw e;
      }
      return claim.alreadySent();
    }
  }

  /**
   * Sends the batch. With one-phase commit the workers receive its jobs as soon as they are sent.
   */
  private void sendInTurn(Claim claim, Lease lease, Batch batch) {
    if (config.dispatch().onePhase()) {
      batch.awaitTurn();
      send(claim, lease);
    } else {
      send(claim, lease);
      batch.awaitTurn();
    }
  }

  /** Sends the jobs in the transaction that deletes the rows, or in an earlier transaction. */
  private void send(Claim claim, Lease lease) {
    List<ClaimedJob> traced = traces.dispatching(claim.jobs());
    Canaries canaries = canaries(claim.canaries());
    if (!config.dispatch().onePhase()) {
      workerQueues.send(traced, canaries, lease.epoch(), true);
    } else if (!traced.isEmpty() || !canaries.isEmpty()) {
      transaction.run(() -> workerQueues.send(traced, canaries, lease.epoch(), false));
    }
  }

  private Canaries canaries(List<ClaimedJob> claimed) {
    return claimed.isEmpty()
        ? new Canaries(claimed, Instant.EPOCH)
        : new Canaries(claimed, jobs.uncount(claimed.size()));
  }

  @Override
  public void queueFailed(String queue, Duration rest, List<Failure> tried) {
    transaction.run(
        () -> {
          allowList.failed(queue, rest, tried.get(0).error());
          tried.forEach(failure -> failed.postpone(failure.id(), rest, failure.error()));
        });
  }

  @Override
  public void queueRecovered(String queue) {
    transaction.run(() -> allowList.recovered(queue));
  }

  @Override
  public Quarantined jobsFailed(String queue, List<Failure> failures) {
    return transaction.call(
        () -> failures.stream().map(this::counted).reduce(Quarantined.NONE, Quarantined::plus));
  }

  /** Counts a failed attempt; a job that has attempts left waits longer. */
  private Quarantined counted(Failure failure) {
    FailurePolicy policy = FailurePolicy.of(config.dispatch());
    int attempts = failed.countFailure(failure.id(), failure.error());
    if (policy.isExhausted(attempts)) {
      String reason =
          "all %d attempts to dispatch the job failed, the last with: %s"
              .formatted(attempts, failure.error());
      boolean run = failed.quarantine(failure.id(), "SCHED-0210", reason, config.node());
      return new Quarantined(1, run ? 1 : 0);
    }
    if (attempts > 0) {
      failed.postpone(failure.id(), policy.jobWait(attempts), failure.error());
    }
    return Quarantined.NONE;
  }
}
