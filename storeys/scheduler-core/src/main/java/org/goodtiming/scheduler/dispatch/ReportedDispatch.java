package org.goodtiming.scheduler.dispatch;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.dispatch.DispatchEvent.BatchCommitted;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobAlreadySent;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsDispatched;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsFailed;
import org.goodtiming.scheduler.dispatch.DispatchEvent.QueueRecovered;
import org.goodtiming.scheduler.dispatch.DispatchEvent.QueueRests;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Tells the policies of each claim, and publishes an event for each unit of work after its commit.
 */
record ReportedDispatch(JobDispatch dispatch, Poll poll, Events events, DispatchConfig config)
    implements JobDispatch {

  @Override
  public Claim batch(Lease lease, Batch batch) {
    Claim claim = counted(batch.quota().limits(), () -> dispatch.batch(lease, batch));
    Set<String> empty = new HashSet<>(batch.quota().limits().keySet());
    empty.removeAll(claim.taken().keySet());
    empty.removeAll(batch.takenBefore());
    poll.policies().foundNothing(empty);
    if (claim.rows() > 0) {
      events.tell(new BatchCommitted(claim.rows(), batch.sinceTurn()));
      tellDispatched(claim);
    }
    return claim;
  }

  @Override
  public Claim one(Lease lease, long id) {
    Claim claim = counted(Map.of(), () -> dispatch.one(lease, id));
    if (claim.sent().isEmpty()) {
      tellDispatched(claim);
    } else {
      claim.sent().forEach(job -> events.tell(new JobAlreadySent(job.key(), job.fireId())));
    }
    return claim;
  }

  private Claim counted(Map<String, Integer> quotas, Supplier<Claim> transaction) {
    Consumer<Map<String, Integer>> end = poll.policies().begins(quotas);
    Map<String, Integer> dispatched = Map.of();
    try {
      Claim claim = transaction.get();
      dispatched = claim.dispatched();
      return claim;
    } finally {
      end.accept(dispatched);
    }
  }

  @Override
  public void queueFailed(String queue, Duration rest, List<Failure> tried) {
    dispatch.queueFailed(queue, rest, tried);
    events.tell(new QueueRests(queue, tried.size(), rest, tried.get(0).error()));
  }

  @Override
  public void queueRecovered(String queue) {
    dispatch.queueRecovered(queue);
    events.tell(new QueueRecovered(queue));
  }

  @Override
  public Quarantined jobsFailed(String queue, List<Failure> failures) {
    Quarantined quarantined = dispatch.jobsFailed(queue, failures);
    events.tell(
        new JobsFailed(
            queue,
            failures.size(),
            quarantined.jobs(),
            quarantined.runs(),
            config.maxAttempts(),
            failures.get(0).error()));
    return quarantined;
  }

  private void tellDispatched(Claim claim) {
    Instant now = poll.databaseTime();
    Map<String, Lateness> byQueue = new HashMap<>();
    jobs(claim).forEach((queue, rows) -> byQueue.put(queue, new Lateness(rows)));
    for (ClaimedJob job : claim.jobs()) {
      requireNonNull(byQueue.get(job.key().queue())).add(job.expectedAt(), now);
    }
    byQueue.forEach((queue, lateness) -> events.tell(lateness.of(queue)));
  }

  /** The rows of each queue that has others than canaries. */
  private static Map<String, Integer> jobs(Claim claim) {
    Map<String, Integer> jobs = new HashMap<>(claim.taken());
    claim
        .canaries()
        .forEach(
            each -> jobs.computeIfPresent(each.key().queue(), (q, n) -> n == 1 ? null : n - 1));
    return jobs;
  }

  /** Sums up the jobs of one queue in a batch, without an object for each job. */
  private static final class Lateness {

    private final long[] micros;
    private int sent;

    Lateness(int rows) {
      micros = new long[rows];
    }

    void add(Instant due, Instant now) {
      micros[sent++] = Math.max(0, ChronoUnit.MICROS.between(due, now));
    }

    JobsDispatched of(String queue) {
      return new JobsDispatched(queue, micros.length - sent, Arrays.copyOf(micros, sent));
    }
  }
}
