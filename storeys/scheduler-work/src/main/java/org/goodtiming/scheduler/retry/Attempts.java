package org.goodtiming.scheduler.retry;

import org.jspecify.annotations.Nullable;

/**
 * What the attempts of a run have cost so far. The latest one has ended without success, and counts
 * as used up unless its worker postpones the run.
 *
 * @param used up, with the latest: they have failed, or their workers were silent
 * @param postponed how often workers have postponed the run before
 * @param maximum that workers have reported; null if none has, so that the policy alone decides
 */
public record Attempts(int used, int postponed, @Nullable Integer maximum) {

  /** The only attempt up to now. */
  public static final Attempts FIRST = of(1);

  /** The attempts of a job whose workers neither postpone it nor report a maximum. */
  public static Attempts of(int used) {
    return new Attempts(used, 0, null);
  }

  /** With what a worker reports; a larger maximum replaces a smaller one. */
  public Attempts atMost(@Nullable Integer reported) {
    return reported == null || maximum != null && maximum >= reported
        ? this
        : new Attempts(used, postponed, reported);
  }

  /**
   * How many may be used up.
   *
   * @param retries of the policy
   */
  int limit(int retries) {
    return maximum == null ? retries + 1 : Math.min(maximum, retries + 1);
  }
}
