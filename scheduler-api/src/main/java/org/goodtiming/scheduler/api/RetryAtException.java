package org.goodtiming.scheduler.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a {@link LongRunningTask} that knows when another attempt may succeed: the run is
 * postponed to this time, whatever its retry policy says. That uses up no attempt, {@link
 * WireContract#MAX_POSTPONEMENTS} times for each run; from then on the policy must have an attempt
 * left, otherwise the run ends as an error.
 */
public class RetryAtException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final Instant at;

  /**
   * @param at of the next attempt, at most 366 days from now; at once if it is in the past
   * @param message why the work has failed
   */
  public RetryAtException(Instant at, String message) {
    this(at, message, null);
  }

  /**
   * @param at of the next attempt, at most 366 days from now; at once if it is in the past
   * @param message why the work has failed
   * @param cause null if there is none
   */
  public RetryAtException(Instant at, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.at = at;
  }

  /** The time of the next attempt. */
  public Instant at() {
    return at;
  }
}
