package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.explanation.Facts.Quarantined;
import org.goodtiming.scheduler.explanation.ScheduleFacts.End;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Omitted;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Pause;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Plan;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Wait;
import org.goodtiming.scheduler.explanation.WaitingJob.Hold;
import org.goodtiming.scheduler.explanation.WaitingJob.Lock;
import org.goodtiming.scheduler.explanation.WaitingJob.Retry;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts.Broker;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts.Failure;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts.Leader;
import org.jspecify.annotations.Nullable;

/** Facts of job q/1 at noon: nothing keeps anything, unless a test says so. */
final class FactsBuilder {

  static final UUID FIRE_ID = UUID.fromString("00000000-0000-0000-0000-000000000001");

  private final List<PastEvent> events = new ArrayList<>();

  private WorkerQueueFacts queue =
      new WorkerQueueFacts(null, null, new Leader("default", true, at("12:00:00")), null, 0);
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
    job = new WaitingJob(times, null, null, null, 0);
    return this;
  }

  FactsBuilder held() {
    Hold hold = new Hold(at("11:00:00"), "ops");
    job = new WaitingJob(job.times(), hold, job.retry(), job.lock(), job.ahead());
    return this;
  }

  FactsBuilder retrying() {
    Retry retry = new Retry(2, "no such queue");
    job = new WaitingJob(job.times(), job.hold(), retry, job.lock(), job.ahead());
    return this;
  }

  FactsBuilder locked(String gtrid, String since) {
    Lock lock = new Lock(gtrid, at(since));
    job = new WaitingJob(job.times(), job.hold(), job.retry(), lock, job.ahead());
    return this;
  }

  FactsBuilder behind(int jobs) {
    job = new WaitingJob(job.times(), job.hold(), job.retry(), job.lock(), jobs);
    return this;
  }

  FactsBuilder notListed() {
    queue = null;
    return this;
  }

  FactsBuilder pausedQueue(@Nullable Instant until) {
    queue =
        new WorkerQueueFacts(
            new WorkerQueueFacts.Pause(WorkerQueueFacts.Scope.QUEUE, until),
            null,
            queue.leader(),
            null,
            0);
    return this;
  }

  FactsBuilder restingQueue() {
    Failure failure = new Failure("no such queue", at("12:01:00"));
    queue = new WorkerQueueFacts(null, failure, queue.leader(), null, 0);
    return this;
  }

  FactsBuilder noLeader() {
    Leader leader = new Leader("default", false, at("11:30:00"));
    queue = new WorkerQueueFacts(null, null, leader, null, 0);
    return this;
  }

  FactsBuilder atBroker(int messages, int consumers) {
    queue = new WorkerQueueFacts(null, null, queue.leader(), new Broker(messages, consumers), 0);
    return this;
  }

  FactsBuilder limited(int jobsPerMinute) {
    queue = new WorkerQueueFacts(null, null, queue.leader(), null, jobsPerMinute);
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
    run = new RunFacts(FIRE_ID, state, times, "worker said so", null);
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
