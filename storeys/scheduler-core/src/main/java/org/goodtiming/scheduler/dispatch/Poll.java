package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.dispatch.DispatchEvent.Polled;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.telemetry.Events;

/** Polls the due times of one partition, and keeps the database's time. */
final class Poll {

  private final DueJobs jobs;
  private final String partition;
  private final EarlyDispatch earlyDispatch;
  private final Events events;
  private final DispatchPolicies policies;
  private volatile Reading clock = new Reading(Instant.EPOCH, 0);

  /** The database's time, read after this moment of the monotonic clock. */
  private record Reading(Instant database, long nanoTime) {}

  Poll(
      DueJobs jobs,
      String partition,
      DispatchPolicies policies,
      EarlyDispatch earlyDispatch,
      Events events) {
    this.jobs = jobs;
    this.partition = partition;
    this.policies = policies;
    this.earlyDispatch = earlyDispatch;
    this.events = events;
  }

  DispatchPolicies policies() {
    return policies;
  }

  /** The due queues that the policies admit. */
  DueQueues dueQueues(Lease lease, ClaimCursor cursor) {
    Duration toPoll = earlyDispatch.toPoll();
    long start = System.nanoTime();
    DueQueues polled = jobs.poll(partition, cursor, toPoll);
    clock = new Reading(polled.now().minus(toPoll), start);
    DueQueues dueQueues = policies.limit(lease.epoch(), polled);
    dueQueues.mayBeEarly().untilNext().ifPresent(earlyDispatch::next);
    events.tell(new Polled(Duration.ofNanos(System.nanoTime() - start)));
    return dueQueues;
  }

  List<Long> dueIds(String queue, int limit) {
    return jobs.dueIds(partition, queue, limit);
  }

  /** Suspends early dispatch for the given time. */
  void suspendEarlyDispatch(Duration time) {
    earlyDispatch.rest(time);
  }

  /** The database's time, extrapolated from the last poll; never earlier than it is. */
  Instant databaseTime() {
    Reading read = clock;
    return read.database.plusNanos(System.nanoTime() - read.nanoTime);
  }
}
