package org.goodtiming.scheduler.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.recurrence.FixedDelay;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.jspecify.annotations.Nullable;

/** Decides whether the waiting run of a schedule is dispatched, and when the next run is due. */
public record Plan(Recurrence recurrence, Misfire misfire) {

  /**
   * The calendar excludes all times. The schedule does not end, because the calendar may change
   * again.
   */
  static final Instant NO_TIME_LEFT = Instant.parse("9999-12-31T00:00:00Z");

  /**
   * @param skipped whether the waiting run must not be dispatched
   * @param runs how many there are now
   * @param nextAt null if there is no further run
   */
  public record Outcome(boolean skipped, int runs, @Nullable Instant nextAt) {}

  /**
   * @param planned time of the waiting run
   * @param runs how many there were before that one
   * @param threshold by how much more than the jitter the waiting run may be late and still counts
   *     as on time
   * @param jitter of the schedule; a later planned time that has passed by more than this is missed
   */
  public Outcome outcome(
      Instant planned, int runs, Instant now, Duration threshold, Duration jitter) {
    Instant passed = now.minus(jitter);
    boolean skipped = planned.isBefore(passed.minus(threshold)) && misfire.policy().skips();
    int counted = skipped && !misfire.policy().counts() ? runs : runs + 1;
    Instant next = laterThan(planned, origin(planned, now), counted);
    if (next == null || !next.isBefore(passed)) {
      return new Outcome(skipped, counted, next);
    }
    return switch (misfire.policy()) {
      case FIRE_ALL -> new Outcome(false, counted, youngEnough(next, now, counted));
      case FIRE_ONCE, SKIP -> new Outcome(skipped, counted, laterThan(next, now, counted));
      case FIRE_ONCE_COUNTED, SKIP_COUNTED -> countedUntil(now, skipped, counted, next);
    };
  }

  /**
   * The time to which the current calendar moves a waiting run. A run whose time has come does not
   * move, and a fixed delay is not shortened.
   *
   * @param last planned time of the run before
   */
  Instant moved(Instant planned, Instant last, int runs, Instant now) {
    if (!planned.isAfter(now)) {
      return planned;
    }
    Instant next =
        recurrence.rule() instanceof FixedDelay delay
            ? laterThan(last, planned.minus(delay.delay()), runs)
            : laterThan(last, now.isAfter(last) ? now : last, runs);
    return next == null ? NO_TIME_LEFT : next;
  }

  /**
   * The time of the run after the waiting one, if that is not dispatched at all: the first one
   * still to come, or of a schedule that makes up for each missed time, the next.
   *
   * @param runs how many there were before the waiting one, which does not count
   * @return null if no run follows
   */
  public @Nullable Instant skipped(Instant planned, Instant now, int runs) {
    boolean each = misfire.policy() == Misfire.Policy.FIRE_ALL;
    return laterThan(planned, each || planned.isAfter(now) ? planned : now, runs);
  }

  /** The first time after the end of a run. */
  public Instant after(Instant planned, Instant end, int runs) {
    Instant next = laterThan(planned, end, runs);
    return next == null ? NO_TIME_LEFT : next;
  }

  /** A fixed delay counts from the dispatch, which may be ahead of the due time. */
  private Instant origin(Instant planned, Instant now) {
    return recurrence.rule() instanceof FixedDelay && now.isAfter(planned) ? now : planned;
  }

  private @Nullable Instant youngEnough(Instant next, Instant now, int runs) {
    Instant oldest = misfire.within() == null ? next : now.minus(misfire.within());
    return next.isBefore(oldest) ? laterThan(next, oldest.minusNanos(1), runs) : next;
  }

  /** Without a count nothing depends on how many were missed. */
  private Outcome countedUntil(Instant now, boolean skipped, int runs, Instant missed) {
    if (recurrence.bounds().times() == 0) {
      return new Outcome(skipped, runs, laterThan(missed, now, runs));
    }
    int counted = runs;
    Instant next = missed;
    while (next != null && !next.isAfter(now)) {
      counted++;
      next = laterThan(next, next, counted);
    }
    return new Outcome(skipped, counted, next);
  }

  private @Nullable Instant laterThan(Instant earlier, Instant after, int runs) {
    return next(recurrence, earlier, after, runs).orElse(null);
  }

  /** The first planned time after the instant; empty if there is none. */
  public static Optional<Instant> next(Recurrence recurrence, Instant after) {
    return next(recurrence, stored(after), after, 0);
  }

  /** The database keeps microseconds: cut to them, the next due time may be an earlier one. */
  private static Optional<Instant> next(
      Recurrence recurrence, Instant earlier, Instant after, int runs) {
    Optional<Instant> next = recurrence.next(after, runs);
    while (next.isPresent() && !stored(next.get()).isAfter(earlier)) {
      next = recurrence.next(next.get(), runs);
    }
    return next.map(Plan::stored);
  }

  private static Instant stored(Instant due) {
    return due.truncatedTo(ChronoUnit.MICROS);
  }
}
