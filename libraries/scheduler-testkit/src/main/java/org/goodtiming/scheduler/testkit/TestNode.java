package org.goodtiming.scheduler.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobReceipt.Status;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.Report;
import org.goodtiming.scheduler.execution.rerun.ExtraRuns;
import org.goodtiming.scheduler.job.BatchChange;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.IfExists;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.ParentEnds;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.operations.schedule.Backfills;
import org.goodtiming.scheduler.retry.RetryDecision;
import org.goodtiming.scheduler.testkit.TrackedRuns.Run;
import org.jspecify.annotations.Nullable;

/**
 * What a node does for a {@link TestScheduler}: it stores jobs, and delivers them as the clock
 * advances. A public method of the scheduler of the same name says more.
 */
final class TestNode {

  /** The default of column {@code run_timeout} of a new worker queue. */
  private static final Duration RUN_LIMIT = Duration.ofDays(7);

  private static final Duration MISFIRE_THRESHOLD =
      TestScheduler.DEFAULTS.schedule().misfireThreshold();

  private final Deliveries deliveries;
  private final TestContainer container;
  private final QueueLimits queueLimits;
  private final ChildJobs children = new ChildJobs();
  private final Set<JobKey> held = new HashSet<>();
  private final TrackedRuns runs = new TrackedRuns(children);
  private final Comparator<WaitingJob> inTurn =
      Comparator.<WaitingJob, Instant>comparing(this::eligibleAt)
          .thenComparing(waiting -> waiting.job().envelope().priority(), Comparator.reverseOrder());
  private final WaitingJobs waiting = new WaitingJobs();
  private final Map<JobKey, Instant> cancels = new HashMap<>();
  private final Map<String, RetryPolicy> policies = new HashMap<>();
  private final Map<String, Duration> limits = new HashMap<>();
  private Instant now;

  TestNode(Instant now, Deliveries deliveries, TestContainer container, QueueLimits queueLimits) {
    this.now = now;
    this.deliveries = deliveries;
    this.container = container;
    this.queueLimits = queueLimits;
  }

  Instant now() {
    return now;
  }

  void retry(String queue, RetryPolicy policy) {
    policies.put(queue, policy);
  }

  void runTimeout(String queue, Duration limit) {
    limits.put(queue, limit);
  }

  /** Why its parents or its batch refuse a job. */
  Optional<Intent.Refused> refusal(NewJob job) {
    return children.refusal(job, waiting::get, now);
  }

  /** Why a batch refuses what a registrant says of it; empty if it holds from now on. */
  Optional<Intent.Refused> change(BatchChange change) {
    return children.change(change, now);
  }

  Status store(NewJob job) {
    if (isOvertaken(job.key(), job.sentAt())) {
      return Status.OVERTAKEN;
    }
    WaitingJob waits = waiting.get(job.key());
    boolean isNew = waits == null;
    boolean continues =
        waits != null && job.ifExists() == IfExists.UPDATE && waits.isRunOfSame(job);
    if (isNew || job.ifExists().replaces() && !continues) {
      if (waits != null) {
        drop(waits);
      }
      WaitingJob stored = WaitingJob.of(job, now);
      waiting.put(stored);
      children.stored(stored, now);
    }
    return switch (job.ifExists()) {
      case REPLACE -> isNew ? Status.ACCEPTED : Status.REPLACED;
      case UPDATE -> isNew ? Status.ACCEPTED : continues ? Status.KEPT : Status.REPLACED;
      case KEEP -> isNew ? Status.ACCEPTED : Status.KEPT;
      case REJECT -> isNew ? Status.ACCEPTED : Status.REJECTED;
    };
  }

  private boolean isOvertaken(JobKey key, Instant sentAt) {
    return cancels.getOrDefault(key, Instant.MIN).isAfter(sentAt);
  }

  Status remove(Intent.Cancel cancel) {
    cancels.put(cancel.key(), cancel.sentAt());
    waiting.removeIf(each -> each.isExtra() && each.job().key().equals(cancel.key()));
    WaitingJob removed = waiting.get(cancel.key());
    if (removed != null) {
      drop(removed);
      return Status.CANCELLED;
    }
    List<UUID> atWork = runs.cancel(cancel.key());
    atWork.forEach(fireId -> container.cancel(fireId.toString()));
    return atWork.isEmpty() ? Status.CANCEL_NOTED : Status.CANCEL_REQUESTED;
  }

  private void drop(WaitingJob job) {
    JobKey key = job.job().key();
    waiting.remove(job.key());
    children.removed(key);
    held.remove(key);
    if (Boolean.TRUE.equals(job.job().tracked())) {
      runs.drop(job.fireId());
      children.ended(key, job.fireId(), ExecutionState.CANCELLED);
    }
  }

  void advanceTo(Instant moment) {
    notBeforeNow(moment);
    boolean more = true;
    while (more) {
      more = step(moment);
    }
    now = moment;
  }

  /**
   * The next dispatch, or attempt at one, or the next end of a run at its limit.
   *
   * @return false if there is none until the moment
   */
  private boolean step(Instant moment) {
    settleChildren();
    Optional<WaitingJob> due = due(moment);
    Optional<Instant> givenUp = children.nextTimeout(now).filter(at -> !at.isAfter(moment));
    if (givenUp.isPresent() && due.map(this::servedFrom).filter(givenUp.get()::isAfter).isEmpty()) {
      now = givenUp.get();
      return true;
    }
    Optional<Run> overdue = runs.overdue(due.map(this::servedFrom).orElse(moment));
    if (overdue.isPresent()) {
      now = WaitingJob.later(now, overdue.get().limitAt());
      endOverdue(overdue.get());
    } else if (due.isPresent()) {
      now = WaitingJob.later(now, servedFrom(due.get()));
      if (queueLimits.admits(queue(due.get()), now)) {
        dispatch(due.get());
      }
    }
    return overdue.isPresent() || due.isPresent();
  }

  /** Releases, holds or cancels the jobs whose parents have ended, and those after them. */
  private void settleChildren() {
    List<ChildJobs.Released> released =
        children.released(key -> waiting.contains(key) || runs.isOpen(key), now);
    for (ChildJobs.Released each : released) {
      WaitingJob child = Objects.requireNonNull(waiting.get(each.key()));
      children.keep(child.fireId(), each.ends());
      if (WireContract.IF_PARENT_FAILS_CANCEL.equals(each.policy())) {
        drop(child);
      } else if (WireContract.IF_PARENT_FAILS_HOLD.equals(each.policy())) {
        held.add(each.key());
      } else {
        waiting.put(child.afterParents(now));
      }
    }
    if (!released.isEmpty()) {
      settleChildren();
    }
  }

  private void endOverdue(Run run) {
    ClaimedJob job = run.job();
    if (!retries(run.due(), job, null)) {
      ExecutionState end =
          runs.isCancelled(job.fireId()) ? ExecutionState.CANCELLED : ExecutionState.ERROR;
      runs.end(job, end).ifPresent(this::release);
    }
  }

  void outage(Duration duration) {
    now = notBeforeNow(now.plus(duration));
  }

  private Instant notBeforeNow(Instant moment) {
    if (moment.isBefore(now)) {
      throw new IllegalArgumentException(
          "the clock shows %s and cannot go back to %s".formatted(now, moment));
    }
    return moment;
  }

  private void dispatch(WaitingJob due) {
    JobKey key = due.job().key();
    WaitingJob.Claimed claimed = due.claim(now, runs.atWork(key), MISFIRE_THRESHOLD);
    waiting.remove(due.key());
    if (due.cancelsLast() && claimed.job() != null) {
      runs.cancelLast(key).ifPresent(this::cancel);
    }
    if (claimed.next() != null) {
      waiting.put(claimed.next());
    }
    if (claimed.job() != null) {
      ClaimedJob job = knowing(claimed.job());
      runs.dispatched(due, job, now.plus(limit(job)));
      if (!deliveries.deliver(due, job)) {
        failed(due, job);
      }
    }
  }

  private ClaimedJob knowing(ClaimedJob job) {
    List<ParentEnds.AnyEnd> ends = children.of(job.fireId());
    return ends == null ? job : ParentEnds.with(job, ends);
  }

  Map<JobKey, Instant> waiting() {
    Map<JobKey, Instant> dueTimes = new LinkedHashMap<>();
    waiting.stream().sorted(inTurn).forEach(each -> dueTimes.put(each.job().key(), each.dueAt()));
    return dueTimes;
  }

  @Nullable Instant dueAt(JobKey key) {
    WaitingJob job = waiting.get(key);
    return job == null ? null : job.dueAt();
  }

  /** A further attempt that waits is dropped, and a worker is asked to stop. */
  private void cancel(UUID fireId) {
    Optional<WaitingJob> attempt =
        waiting.stream().filter(each -> each.isAttemptOf(fireId)).findFirst();
    if (attempt.isPresent()) {
      waiting.remove(attempt.get().key());
      runs.drop(fireId);
    } else {
      container.cancel(fireId.toString());
    }
  }

  private Optional<WaitingJob> due(Instant moment) {
    return waiting
        .next(moment, this::mayRun, this::eligibleAt)
        .min(Comparator.comparing(this::servedFrom).thenComparing(inTurn))
        .filter(next -> !servedFrom(next).isAfter(moment));
  }

  private boolean mayRun(WaitingJob job) {
    String queue = queue(job);
    return !children.has(job.key())
        && !held.contains(job.key())
        && queueLimits.hasRoom(
            queue, job.envelope(), () -> runs.atWork(queue), deliveries.unread(queue));
  }

  private Instant servedFrom(WaitingJob job) {
    return queueLimits.servedFrom(queue(job), eligibleAt(job), now);
  }

  private static String queue(WaitingJob job) {
    return job.job().key().queue();
  }

  private Instant eligibleAt(WaitingJob job) {
    return job.eligibleAt(runs.atWork(job.job().key()));
  }

  Instant eligibleAt(JobKey key) {
    WaitingJob job = waiting.get(key);
    if (job == null) {
      throw new NoSuchElementException("no job waits under " + key);
    }
    return eligibleAt(job);
  }

  void deliverAgain(JobDelivery job) {
    Deliveries.Dispatched again = deliveries.dispatched(job);
    if (!deliveries.toWorker(again.job())) {
      failed(again.due(), again.job());
    }
  }

  private void failed(WaitingJob due, ClaimedJob job) {
    if (!retries(due, job, null)) {
      deliveries.exhausted(job);
      runs.end(job, ExecutionState.EXHAUSTED).ifPresent(this::release);
    }
  }

  /**
   * If it has neither ended nor been cancelled, its policy has an attempt left or its worker
   * postpones it, and no other job waits under its key.
   *
   * @param at of the next attempt, as the worker has named it; null after the delay of the policy
   */
  private boolean retries(WaitingJob due, ClaimedJob job, @Nullable Instant at) {
    RetryDecision decision = RetryDecision.of(policy(job), runs.attempts(job), at, now, () -> 0);
    Duration delay = decision.delay();
    if (delay == null || !runs.mayBeRetried(job)) {
      return false;
    }
    WaitingJob retry = due.retried(job, now.plus(delay), runs.notes(job.fireId()).checkpoint());
    boolean cancelled = job.run() == null && isOvertaken(retry.key(), job.sentAt());
    if (cancelled || waiting.contains(retry.key())) {
      return false;
    }
    waiting.put(retry);
    runs.retried(job.fireId(), decision);
    return true;
  }

  private String policy(ClaimedJob job) {
    Object own = job.envelope().carried().get(JobProperty.RETRY);
    return own == null
        ? policies.getOrDefault(job.key().queue(), RetryPolicy.NONE).toString()
        : own.toString();
  }

  private Duration limit(ClaimedJob job) {
    Object own = job.envelope().carried().get(JobProperty.RUN_TIMEOUT);
    return own == null
        ? limits.getOrDefault(job.key().queue(), RUN_LIMIT)
        : Duration.parse(own.toString());
  }

  void report(Report report) {
    runs.note(report);
    if (!retries(report)) {
      runs.report(report).ifPresent(this::release);
    }
  }

  private boolean retries(Report report) {
    return report.isRetriable()
        && runs.takes(report)
            .filter(run -> retries(run.due(), run.job(), report.retryAt()))
            .isPresent();
  }

  private void release(TrackedRuns.Ended ended) {
    waiting.change(ended.key(), next -> next.counting(ended));
    if (ended.isLast()) {
      waiting.change(ended.key(), next -> next.released(ended, now));
    }
  }

  boolean isPaused(JobKey key) {
    WaitingJob next = waiting.get(key);
    return next != null && next.isPaused();
  }

  void resume(JobKey key) {
    waiting.change(key, WaitingJob::resumed);
  }

  int backfill(JobKey schedule, Instant from, Instant until) {
    WaitingJob next = waiting.get(schedule);
    if (next == null || next.isPaused() || !(next.job().due() instanceof Due.Recurring due)) {
      throw new IllegalArgumentException(
          "%s has no run that waits, or is paused".formatted(schedule));
    }
    Backfills.Range range = new Backfills.Range(from, until, Duration.ZERO);
    List<Instant> times = Backfills.times(due.recurrence(), range);
    if (Backfills.answer(due.recurrence(), range, times, now, Duration.ZERO)
        instanceof Backfills.Refused refusal) {
      throw new IllegalArgumentException(
          "%s cannot be backfilled: %s".formatted(schedule, refusal));
    }
    for (ExtraRuns.Added run : Backfills.runs(due.recurrence(), times, now, Duration.ZERO)) {
      Instant plannedAt = Objects.requireNonNull(run.plannedAt());
      WaitingJob extra =
          next.extra(
              new PlannedRun(
                  plannedAt, 0, run.previousAt(), run.nextAt(), null, WireContract.LATE_BACKFILL),
              now);
      waiting.put(extra);
    }
    return times.size();
  }

  List<String> log(JobKey key) {
    return runs.notes(key).log();
  }
}
