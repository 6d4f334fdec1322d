package org.goodtiming.scheduler.api;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a {@link LongRunningTask} whose failure is permanent: its run ends as an error,
 * whatever the retry policy says.
 */
public class DoNotRetryException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * @param message why the work has failed
   */
  public DoNotRetryException(String message) {
    super(message);
  }

  /**
   * @param message why the work has failed
   * @param cause null if there is none
   */
  public DoNotRetryException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
