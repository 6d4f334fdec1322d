package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Whether a job is tried again.
 *
 * @param delay before the next attempt; null if there is none
 * @param note which attempt has failed, or why there is no other; empty if no policy asks for one
 */
public record RetryDecision(@Nullable Duration delay, String note) {

  /** No policy asks for another attempt. */
  public static final RetryDecision NONE = new RetryDecision(null, "");

  /** There is no other attempt. */
  public static RetryDecision no(String note) {
    return new RetryDecision(null, note);
  }

  /**
   * What a policy says.
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
        : new RetryDecision(read.delay(attempt, random.getAsDouble()), note);
  }

  /** The last error of a job that waits for its next attempt. */
  public String error(String reason) {
    return "SCHED-0648 %s failed, the next follows in %s: %s"
        .formatted(note, Objects.requireNonNull(delay), reason);
  }
}
