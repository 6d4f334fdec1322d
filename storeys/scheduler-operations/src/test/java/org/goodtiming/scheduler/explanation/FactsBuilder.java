package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.explanation.Facts.Quarantined;
import org.goodtiming.scheduler.explanation.PartitionFacts.BrokerOutage;
import org.goodtiming.scheduler.explanation.PartitionFacts.Candidate;
import org.goodtiming.scheduler.explanation.PartitionFacts.Drain;
import org.goodtiming.scheduler.explanation.ScheduleFacts.End;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Omitted;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Pause;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Plan;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Wait;
import org.goodtiming.scheduler.explanation.WaitingJob.Hold;
import org.goodtiming.scheduler.explanation.WaitingJob.Lock;
import org.goodtiming.scheduler.explanation.WaitingJob.Retry;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts.Broker;
import org.goodtiming.scheduler.policy.QueueFacts;
import org.goodtiming.scheduler.policy.QueueFacts.Failure;
import org.goodtiming.scheduler.policy.QueueFacts.Scope;
import org.jspecify.annotations.Nullable;

/** Facts of job q/1 at noon: nothing keeps anything, unless a test says so. */
final class FactsBuilder {

  static final UUID FIRE_ID = UUID.fromString("00000000-0000-0000-0000-000000000001");

  private final List<PastEvent> events = new ArrayList<>();

  private WorkerQueueFacts queue =
      new WorkerQueueFacts(
          new QueueFacts("q", List.of(), null, Map.of()),
          new PartitionFacts("default", true, at("12:00:00"), List.of(), null),
          null);
  private WaitingJob job;
  private ScheduleFacts schedule;
  private RunFacts run;
  private Quarantined quarantined;
  private Instant cancelledAt;

  static Instant at(String time) {
    return Instant.parse("2026-12-01T" + time + "Z");
  }

  FactsBuilder waiting(String due, String eligible) {
    return waiting(due, eligible, null);
  }

  FactsBuilder waiting(String due, String eligible, Instant expiresAt) {
    WaitingJob.Times times = new WaitingJob.Times(at(due), at(eligible), expiresAt);
    job = new WaitingJob(times, null, null, null, 0, null);
    return this;
  }

  FactsBuilder held() {
    Hold hold = new Hold(at("11:00:00"), "ops", null);
    job = new WaitingJob(job.times(), hold, job.retry(), job.lock(), job.ahead(), job.share());
    return this;
  }

  FactsBuilder after(WaitingJob.Parents parents) {
    job = job.after(parents);
    return this;
  }

  FactsBuilder retrying(WaitingJob.Failed failed, int attempts) {
    Retry retry = new Retry(failed, attempts, "no such queue");
    job = new WaitingJob(job.times(), job.hold(), retry, job.lock(), job.ahead(), job.share());
    return this;
  }

  FactsBuilder locked(String gtrid, String since) {
    Lock lock = new Lock(gtrid, at(since));
    job = new WaitingJob(job.times(), job.hold(), job.retry(), lock, job.ahead(), job.share());
    return this;
  }

  FactsBuilder behind(int jobs) {
    job = new WaitingJob(job.times(), job.hold(), job.retry(), job.lock(), jobs, job.share());
    return this;
  }

  FactsBuilder notListed() {
    queue = null;
    return this;
  }

  FactsBuilder pausedQueue(@Nullable Instant until) {
    return paused(Scope.QUEUE, null, until);
  }

  FactsBuilder paused(Scope scope, Instant since, @Nullable Instant until) {
    queue =
        queue.paused(new QueueFacts.Pause(scope, scope == Scope.GROUP ? "g" : null, since, until));
    return this;
  }

  FactsBuilder restingQueue() {
    return with(
        new QueueFacts("q", List.of(), new Failure("no such queue", at("12:01:00")), Map.of()));
  }

  /** Facts of a partition without a leader since 11:30. */
  FactsBuilder noLeader(Candidate... candidates) {
    return partition(
        new PartitionFacts("default", false, at("11:30:00"), List.of(candidates), null));
  }

  FactsBuilder brokerAway() {
    PartitionFacts led = queue.partition();
    BrokerOutage outage = new BrokerOutage("node-1", at("11:40:00"), "connection refused");
    return partition(
        new PartitionFacts(led.name(), false, led.lastSeenAt(), led.candidates(), outage));
  }

  private FactsBuilder partition(PartitionFacts partition) {
    queue = new WorkerQueueFacts(queue.queue(), partition, queue.broker());
    return this;
  }

  static Candidate able(String node) {
    return new Candidate(node, null);
  }

  static Candidate drained(String node) {
    return new Candidate(node, new Drain(at("11:20:00"), "ops"));
  }

  FactsBuilder atBroker(int messages, int consumers) {
    queue = new WorkerQueueFacts(queue.queue(), queue.partition(), new Broker(messages, consumers));
    return this;
  }

  FactsBuilder limited(int jobsPerMinute) {
    return with("rate_limit", jobsPerMinute);
  }

  FactsBuilder deep(int messages) {
    return with("max_depth", messages);
  }

  FactsBuilder running(String runs) {
    return with("concurrent_runs", runs);
  }

  private FactsBuilder with(String limit, Object value) {
    return with(new QueueFacts("q", List.of(), null, Map.of(limit, value.toString())));
  }

  private FactsBuilder with(QueueFacts facts) {
    queue = new WorkerQueueFacts(facts, queue.partition(), queue.broker());
    return this;
  }

  FactsBuilder schedule(Pause pause, Wait wait) {
    schedule = new ScheduleFacts(pause, wait, null, new Plan(false));
    return this;
  }

  FactsBuilder spread() {
    schedule = new ScheduleFacts(null, null, null, new Plan(true));
    return this;
  }

  FactsBuilder planned(String shift, Omitted... omissions) {
    schedule = new ScheduleFacts(null, null, null, new Plan(false, List.of(omissions), shift));
    return this;
  }

  FactsBuilder endedSchedule() {
    schedule =
        new ScheduleFacts(null, null, new End(at("11:00:00"), "count reached"), new Plan(false));
    return this;
  }

  /** Due at 11:00:00. */
  FactsBuilder run(String state, String submitted, String dispatched, String started) {
    RunFacts.Times times =
        new RunFacts.Times(
            at("11:00:00"),
            at(submitted),
            dispatched == null ? null : at(dispatched),
            started == null ? null : at(started),
            state.equals("SUBMITTED") || state.equals("DISPATCHED") || state.equals("RUNNING")
                ? null
                : at("11:59:00"));
    run =
        new RunFacts(FIRE_ID, state, times, new RunFacts.Attempt(3, "w-1"), "worker said so", null);
    return this;
  }

  FactsBuilder quarantined() {
    quarantined = new Quarantined(7, at("11:10:00"), "SCHED-0201", "no such queue");
    return this;
  }

  FactsBuilder cancelled() {
    cancelledAt = at("11:20:00");
    return this;
  }

  FactsBuilder event(String kind, String time, String detail) {
    events.add(new PastEvent(kind, at(time), null, detail));
    return this;
  }

  Facts build() {
    return new Facts(
        new JobKey("q", "1"),
        at("12:00:00"),
        queue,
        new Facts.Present(job, schedule, run),
        new Facts.Past(quarantined, cancelledAt, events));
  }
}
