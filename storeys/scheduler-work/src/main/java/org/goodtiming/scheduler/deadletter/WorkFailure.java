package org.goodtiming.scheduler.deadletter;

import java.time.Duration;

/**
 * A failure of the work on a job that leaves no dead letter at the broker.
 *
 * @param code for the quarantine
 * @param reason for the quarantine, and as the last error of a job that is tried again
 * @param isRetriable whether another attempt may succeed
 * @param least before the next attempt
 */
public record WorkFailure(String code, String reason, boolean isRetriable, Duration least) {

  static final WorkFailure AT_ALL_DELIVERIES =
      new WorkFailure(
          DeadLetterCause.EXECUTION_FAILED.code(),
          "the worker failed at all deliveries, its own log says why",
          true,
          Duration.ZERO);
}
