package org.goodtiming.scheduler.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.Overlap;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.job.TrackedRun;
import org.goodtiming.scheduler.recurrence.FixedDelay;
import org.goodtiming.scheduler.schedule.Plan;
import org.jspecify.annotations.Nullable;

/**
 * A job that waits in memory.
 *
 * @param envelope of its due run
 * @param heldUntil how long it waits for the end of the last run of its schedule; null if it does
 *     not
 * @param fireId names its due run
 * @param retry null unless it waits for a further attempt
 */
record WaitingJob(
    NewJob job,
    Envelope envelope,
    Instant dueAt,
    FormerRuns former,
    @Nullable Instant heldUntil,
    UUID fireId,
    @Nullable Retry retry) {

  private static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  /**
   * A further attempt of a run that has failed.
   *
   * @param at when it may be claimed
   */
  record Retry(ClaimedJob job, Instant at) {}

  /**
   * The runs of a schedule before the waiting one.
   *
   * @param count how many there were
   * @param successes how many of them have finished; counted only if they end the schedule
   * @param failures how many of the latest have failed; counted only if they pause the schedule
   * @param lastAt planned time of the last one; null if there was none
   */
  record FormerRuns(int count, int successes, int failures, @Nullable Instant lastAt) {

    private static final FormerRuns NONE = new FormerRuns(0, 0, 0, null);

    FormerRuns failed(int inRow) {
      return new FormerRuns(count, successes, inRow, lastAt);
    }
  }

  /**
   * The outcome of a claim.
   *
   * @param job to be delivered; null if its schedule skips it
   * @param next run of its schedule; null if there is none
   */
  record Claimed(@Nullable ClaimedJob job, @Nullable WaitingJob next) {}

  static WaitingJob of(NewJob job, Instant now) {
    Instant dueAt = dueAt(job.due(), now);
    return waiting(job, job.envelope(), dueAt, FormerRuns.NONE, now);
  }

  /** The job whose parents have ended. */
  WaitingJob afterParents(Instant now) {
    Instant due = job.due() instanceof Due.After after ? now.plus(after.delay()) : dueAt;
    return new WaitingJob(job, envelope, due, former, heldUntil, fireId, retry);
  }

  private static WaitingJob waiting(
      NewJob job, Envelope envelope, Instant dueAt, FormerRuns former, Instant now) {
    Duration limit = job.due() instanceof Due.Recurring due ? due.overlap().limit() : null;
    Instant heldUntil = limit == null ? null : later(dueAt, now).plus(limit);
    return new WaitingJob(job, envelope, dueAt, former, heldUntil, UUID.randomUUID(), null);
  }

  private static Instant dueAt(Due due, Instant now) {
    if (due instanceof Due.After after) {
      return now.plus(after.delay());
    }
    return due instanceof Due.At at ? at.moment() : ((Due.Recurring) due).first();
  }

  static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  /**
   * The time from which it may be claimed.
   *
   * @param lastRunAtWork whether the last run of its schedule has not ended
   */
  Instant eligibleAt(boolean lastRunAtWork) {
    if (retry != null) {
      return retry.at();
    }
    if (isPaused()) {
      return NEVER;
    }
    Instant spread = dueAt.plus(delay());
    return lastRunAtWork && heldUntil != null ? later(spread, heldUntil) : spread;
  }

  /** Whether too many runs in a row of its schedule have failed. */
  boolean isPaused() {
    return retry == null
        && job.due() instanceof Due.Recurring due
        && due.pauseAfterFailures() > 0
        && former.failures() >= due.pauseAfterFailures();
  }

  /** The waiting run after the end of a run of its schedule. */
  WaitingJob counting(TrackedRuns.Ended ended) {
    if (retry != null || ended.job() != job) {
      return this;
    }
    return switch (ended.state()) {
      case FINISHED -> after(former.failed(0));
      case ERROR, EXHAUSTED -> after(former.failed(former.failures() + 1));
      case SUBMITTED, DISPATCHED, RUNNING, CANCELLED, EXPIRED -> this;
    };
  }

  /** The waiting run of a schedule that is no longer paused. */
  WaitingJob resumed() {
    return after(former.failed(0));
  }

  private WaitingJob after(FormerRuns runs) {
    return new WaitingJob(job, envelope, dueAt, runs, heldUntil, fireId, retry);
  }

  /** Whether its schedule needs to know the end of the last run. */
  boolean needsEnds() {
    return job.due() instanceof Due.Recurring due && due.overlap().needsEnds();
  }

  private boolean has(Overlap.Rule rule) {
    return job.due() instanceof Due.Recurring due && due.overlap().rule() == rule;
  }

  /** Whether its dispatch cancels the last run of its schedule. */
  boolean cancelsLast() {
    return retry == null && has(Overlap.Rule.CANCEL);
  }

  /** Whether it is a further attempt of the run. */
  boolean isAttemptOf(UUID run) {
    return retry != null && fireId.equals(run);
  }

  /** Whether the job would start the schedule that it belongs to once more. */
  boolean isRunOfSame(NewJob other) {
    return job.due() instanceof Due.Recurring due
        && other.due() instanceof Due.Recurring otherDue
        && due.recurrence().toString().equals(otherDue.recurrence().toString())
        && due.misfire() == otherDue.misfire()
        && due.overlap().equals(otherDue.overlap())
        && due.jitter().equals(otherDue.jitter())
        && Objects.equals(job.tracked(), other.tracked())
        && Objects.equals(job.definition(), other.definition())
        && isSame(job.envelope(), other.envelope());
  }

  private static boolean isSame(Envelope one, Envelope other) {
    Body body = one.body();
    return one.equals(other.with(body, other.properties()))
        && body.isText() == other.body().isText()
        && Arrays.equals(body.bytes(), other.body().bytes());
  }

  /** The share of the jitter that falls to this planned time: always the same. */
  private Duration delay() {
    if (jitter().isZero()) {
      return Duration.ZERO;
    }
    SplittableRandom random = new SplittableRandom((job.key() + " " + dueAt).hashCode());
    return Duration.ofNanos(random.nextLong(jitter().toNanos()));
  }

  private Duration jitter() {
    return job.due() instanceof Due.Recurring due ? due.jitter() : Duration.ZERO;
  }

  /**
   * @param lastRunAtWork whether the last run of its schedule has not ended
   * @param misfireThreshold without jitter
   */
  Claimed claim(Instant now, boolean lastRunAtWork, Duration misfireThreshold) {
    if (retry != null) {
      return new Claimed(retry.job(), null);
    }
    if (!(job.due() instanceof Due.Recurring recurring)) {
      return new Claimed(claimed(null), null);
    }
    Duration threshold = misfireThreshold.plus(recurring.jitter());
    Plan plan = new Plan(recurring.recurrence(), recurring.misfire());
    boolean overlaps = lastRunAtWork && has(Overlap.Rule.SKIP);
    Plan.Outcome outcome =
        overlaps
            ? new Plan.Outcome(true, former.count(), plan.skipped(dueAt, now, former.count()))
            : plan.outcome(dueAt, former.count(), now, misfireThreshold, recurring.jitter());
    Instant nextAt = outcome.nextAt();
    PlannedRun run =
        new PlannedRun(
            dueAt,
            former.count() + 1,
            former.lastAt(),
            nextAt,
            outcome.skipped() ? PlannedRun.TOO_LATE : null,
            recurring.misfire().lateness(dueAt, now, threshold));
    FormerRuns runs = new FormerRuns(outcome.runs(), former.successes(), former.failures(), dueAt);
    return new Claimed(
        outcome.skipped() ? null : claimed(run),
        nextAt == null ? null : waiting(job, envelope, nextAt, runs, now));
  }

  /** An extra run of its schedule, which is due now. */
  WaitingJob extra(PlannedRun run, Instant now) {
    WaitingJob due = new WaitingJob(job, envelope, now, former, null, UUID.randomUUID(), null);
    Retry at = new Retry(due.claimed(run), now);
    return new WaitingJob(job, envelope, now, former, null, due.fireId(), at);
  }

  /**
   * Whether its schedule has not planned it: no count contains it, and no other run waits for it.
   */
  boolean isExtra() {
    PlannedRun run = retry == null ? null : retry.job().planned();
    return run != null && run.isAdded();
  }

  /** The key under which it waits: the key of a schedule belongs to its next run. */
  JobKey key() {
    return retry == null || retry.job().planned() == null
        ? job.key()
        : new JobKey(job.key().queue(), job.key().jobId() + "~" + fireId);
  }

  /**
   * The same run for a further attempt.
   *
   * @param checkpoint that its worker has saved; null if it has saved none
   */
  WaitingJob retried(ClaimedJob failed, Instant at, @Nullable String checkpoint) {
    int attempt = failed.attempt() + 1;
    TrackedRun run = failed.run() == null ? null : newRun(attempt, checkpoint);
    Retry again =
        new Retry(
            new ClaimedJob(
                failed.key(),
                failed.fireId(),
                failed.dueAt(),
                at,
                false,
                attempt,
                failed.sentAt(),
                failed.definition(),
                failed.registeredBy(),
                run,
                failed.planned(),
                failed.envelope()),
            at);
    return new WaitingJob(job, envelope, failed.dueAt(), former, null, fireId, again);
  }

  private static TrackedRun newRun(int attempt, @Nullable String checkpoint) {
    return new TrackedRun(attempt, UUID.randomUUID().toString(), checkpoint);
  }

  private ClaimedJob claimed(@Nullable PlannedRun planned) {
    return new ClaimedJob(
        job.key(),
        fireId,
        dueAt,
        dueAt,
        false,
        1,
        job.sentAt(),
        job.definition() == null ? null : job.definition().name(),
        job.registeredBy(),
        Boolean.TRUE.equals(job.tracked()) ? newRun(1, null) : null,
        planned,
        envelope);
  }

  /** The waiting run once the last run has ended; null if its schedule ends with that. */
  @Nullable WaitingJob released(TrackedRuns.Ended last, Instant now) {
    if (!has(Overlap.Rule.WAIT) || !(job.due() instanceof Due.Recurring recurring)) {
      return this;
    }
    Overlap overlap = recurring.overlap();
    // Ignores the last run of a replaced schedule, which is no success of the new schedule
    int success = last.finished() && former.count() > 0 ? 1 : 0;
    FormerRuns runs =
        new FormerRuns(
            former.count(), former.successes() + success, former.failures(), former.lastAt());
    if (overlap.successes() > 0 && runs.successes() >= overlap.successes()) {
      return null;
    }
    Envelope next = overlap.stateful() ? last.handedOn(envelope) : envelope;
    return new WaitingJob(job, next, dueAfterEnd(recurring, now), runs, heldUntil, fireId, null);
  }

  private Instant dueAfterEnd(Due.Recurring recurring, Instant end) {
    boolean fromEnd =
        recurring.recurrence().rule() instanceof FixedDelay delay
            && delay.from() == FixedDelay.Counts.FROM_END;
    return fromEnd && former.lastAt() != null
        ? new Plan(recurring.recurrence(), recurring.misfire())
            .after(Objects.requireNonNull(former.lastAt()), end, former.count())
        : dueAt;
  }
}
