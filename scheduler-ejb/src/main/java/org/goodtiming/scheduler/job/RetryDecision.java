package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.time.Instant;
import java.util.function.DoubleSupplier;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Whether a job is tried again.
 *
 * @param delay before the next attempt; null if there is none
 * @param at the time of it that its worker has named; null if it has named none
 * @param note which attempt has failed, or why there is no other; empty if no policy asks for one
 */
public record RetryDecision(@Nullable Duration delay, @Nullable Instant at, String note) {

  /** No policy asks for another attempt. */
  public static final RetryDecision NONE = new RetryDecision(null, null, "");

  /** There is no other attempt. */
  public static RetryDecision no(String note) {
    return new RetryDecision(null, null, note);
  }

  /**
   * The decision of a policy.
   *
   * @param policy as {@link RetryPolicy} writes it
   * @param attempt that has failed, from 1
   * @param random from 0 to less than 1, for jitter
   */
  public static RetryDecision of(String policy, int attempt, DoubleSupplier random) {
    RetryPolicy read;
    try {
      read = RetryPolicy.parse(policy);
    } catch (IllegalArgumentException e) {
      return no(String.valueOf(e.getMessage()));
    }
    if (read.retries() == 0) {
      return NONE;
    }
    String note = "attempt %d of %d".formatted(attempt, read.retries() + 1);
    return attempt > read.retries()
        ? no("this was " + note)
        : new RetryDecision(read.delay(attempt, random.getAsDouble()), null, note);
  }

  /**
   * This retry at the time that its worker has named.
   *
   * @param now by the database's clock
   */
  public RetryDecision at(Instant time, Instant now) {
    if (delay == null) {
      return notAt(time, note.isEmpty() ? "no policy has a retry" : note);
    }
    if (time.isAfter(now.plus(RetryPolicy.LONGEST))) {
      return notAt(time, "name a time within %d days".formatted(RetryPolicy.LONGEST.toDays()));
    }
    Duration left = time.isAfter(now) ? Duration.between(now, time) : Duration.ZERO;
    return new RetryDecision(left, time, note);
  }

  private static RetryDecision notAt(Instant time, String why) {
    return no("SCHED-0683 no retry at %s as the worker asks: %s".formatted(time, why));
  }

  /** The last error of a job that waits for its next attempt. */
  public String error(String reason) {
    String when = at == null ? "in " + delay : "at %s as the worker asks".formatted(at);
    return "SCHED-0648 %s failed, the next follows %s: %s".formatted(note, when, reason);
  }
}
