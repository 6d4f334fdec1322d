package org.goodtiming.scheduler.retry;

import java.time.Duration;
import java.time.Instant;
import java.util.function.DoubleSupplier;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * Whether a job is tried again.
 *
 * @param delay before the next attempt; null if there is none
 * @param at the time of it that its worker has named; null if it has named none
 * @param isPostponement whether the attempt that has ended is not used up
 * @param note which attempt has failed, or why there is no other; empty if no policy asks for one
 */
public record RetryDecision(
    @Nullable Duration delay, @Nullable Instant at, boolean isPostponement, String note) {

  /** No policy asks for another attempt. */
  public static final RetryDecision NONE = no("");

  /** Decides against another attempt. */
  public static RetryDecision no(String note) {
    return new RetryDecision(null, null, false, note);
  }

  private static RetryDecision after(Duration delay, String note) {
    return new RetryDecision(delay, null, false, note);
  }

  /**
   * The decision of a policy.
   *
   * @param policy as {@link RetryPolicy} writes it
   * @param attempt that has failed, from 1
   * @param random from 0 to less than 1, for jitter
   */
  public static RetryDecision of(String policy, int attempt, DoubleSupplier random) {
    return of(policy, Attempts.of(attempt), random);
  }

  private static RetryDecision of(String policy, Attempts attempts, DoubleSupplier random) {
    RetryPolicy read;
    try {
      read = RetryPolicy.parse(policy);
    } catch (IllegalArgumentException e) {
      return no(String.valueOf(e.getMessage()));
    }
    if (read.retries() == 0) {
      return NONE;
    }
    int limit = attempts.limit(read.retries());
    String note = "attempt %d of %d".formatted(attempts.used(), limit);
    return attempts.used() >= limit
        ? no("this was " + note)
        : after(read.delay(attempts.used(), random.getAsDouble()), note);
  }

  /**
   * The same for a tracked run, whose worker may have named the time of the next attempt. That
   * postpones the run, whatever its policy says, until it has been postponed {@link
   * WireContract#MAX_POSTPONEMENTS} times; from then on the policy decides.
   *
   * @param time null if the worker has named none
   * @param now by the database's clock
   */
  public static RetryDecision of(
      String policy,
      Attempts attempts,
      @Nullable Instant time,
      Instant now,
      DoubleSupplier random) {
    if (time == null) {
      return of(policy, attempts, random);
    }
    if (time.isAfter(now.plus(RetryPolicy.LONGEST))) {
      return notAt(time, "name a time within %d days".formatted(RetryPolicy.LONGEST.toDays()));
    }
    Duration left = time.isAfter(now) ? Duration.between(now, time) : Duration.ZERO;
    int postponements = attempts.postponed() + 1;
    if (postponements <= WireContract.MAX_POSTPONEMENTS) {
      String note =
          "attempt postponed, %d of %d times"
              .formatted(postponements, WireContract.MAX_POSTPONEMENTS);
      return new RetryDecision(left, time, true, note);
    }
    RetryDecision decision = of(policy, attempts, random);
    return decision.delay == null
        ? notAt(time, decision.note.isEmpty() ? "no policy has a retry" : decision.note)
        : new RetryDecision(left, time, false, decision.note);
  }

  private static RetryDecision notAt(Instant time, String why) {
    return no("SCHED-0683 no retry at %s as the worker asks: %s".formatted(time, why));
  }

  /** The same decision, but not before a delay has passed that the worker has asked for. */
  public RetryDecision notBefore(Duration least) {
    return delay == null || delay.compareTo(least) >= 0
        ? this
        : new RetryDecision(least, at, isPostponement, note);
  }

  /** The attempts including the attempt that this decision allows. */
  public Attempts next(Attempts before) {
    return isPostponement
        ? new Attempts(before.used(), before.postponed() + 1, before.maximum())
        : new Attempts(before.used() + 1, before.postponed(), before.maximum());
  }

  /** The last error of a job that waits for its next attempt. */
  public String error(String reason) {
    String when = at == null ? "in " + delay : "at %s as the worker asks".formatted(at);
    String end = isPostponement ? note : note + " failed";
    return "SCHED-0648 %s, the next follows %s: %s".formatted(end, when, reason);
  }
}
