package org.goodtiming.scheduler.operations.job;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.job.hold.WaitingJobs;

/** Another due time for waiting jobs. */
public sealed interface Move {

  /**
   * When a job is due after a move.
   *
   * @param eligibleAt from when it may be dispatched, never before it is due
   */
  record Times(Instant dueAt, Instant eligibleAt) {}

  /** Moves all jobs to one due time, and ends their wait for a next attempt. */
  record To(Instant dueAt) implements Move {

    @Override
    public Times of(Times before, Instant now) {
      return new Times(dueAt, dueAt);
    }

    @Override
    public Instant dueAtOnceBefore(Instant now) {
      return dueAt.isAfter(now) ? Instant.EPOCH : WaitingJobs.NEVER;
    }

    @Override
    public Instant earliest() {
      return dueAt;
    }
  }

  /**
   * Moves each job by the same time, with its wait for a next attempt. A move into the past ends
   * now, so that no job counts as late because of it.
   */
  record By(Duration offset) implements Move {

    private static final Instant LATEST = WaitingJobs.NEVER.minusMillis(1);

    @Override
    public Times of(Times before, Instant now) {
      Instant dueAt = before.dueAt();
      Instant earliest = dueAt.isBefore(now) ? dueAt : now;
      Instant due = earlier(later(dueAt.plus(offset), earliest), LATEST);
      return new Times(due, later(before.eligibleAt().plus(offset), due));
    }

    @Override
    public Instant dueAtOnceBefore(Instant now) {
      return now.minus(offset);
    }

    @Override
    public Instant earliest() {
      return offset.isNegative() ? Instant.EPOCH : Instant.MAX;
    }

    /** In ISO 8601, with one sign for all of it. */
    public String text() {
      return offset.isNegative() ? "-" + offset.negated() : offset.toString();
    }

    private static Instant later(Instant one, Instant other) {
      return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
      return one.isBefore(other) ? one : other;
    }
  }

  /** The times of a job after the move. */
  Times of(Times before, Instant now);

  /** Jobs that are due before this time are due at once after the move. */
  Instant dueAtOnceBefore(Instant now);

  /** The earliest time at which a job can be due because of the move. */
  Instant earliest();
}
