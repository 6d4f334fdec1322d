package org.goodtiming.scheduler.retry;

import org.jspecify.annotations.Nullable;

/**
 * The attempts of a run so far. The latest attempt has ended without success, and counts as used up
 * unless its worker postpones the run.
 *
 * @param used number of attempts that failed or whose workers were silent, including the latest
 * @param postponed number of earlier postponements by workers
 * @param maximum number of attempts that workers have reported; null if the policy alone decides
 */
public record Attempts(int used, int postponed, @Nullable Integer maximum) {

  /** The only attempt up to now. */
  public static final Attempts FIRST = of(1);

  /** The attempts of a job whose workers neither postpone it nor report a maximum. */
  public static Attempts of(int used) {
    return new Attempts(used, 0, null);
  }

  /** Applies a maximum that a worker reports; a larger value replaces a smaller. */
  public Attempts atMost(@Nullable Integer reported) {
    return reported == null || maximum != null && maximum >= reported
        ? this
        : new Attempts(used, postponed, reported);
  }

  /**
   * Maximum number of attempts.
   *
   * @param retries of the policy
   */
  int limit(int retries) {
    return maximum == null ? retries + 1 : Math.min(maximum, retries + 1);
  }
}
