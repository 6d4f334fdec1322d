package org.goodtiming.scheduler.execution;

import java.time.Duration;
import java.util.UUID;
import org.goodtiming.scheduler.retry.RetryDecision;
import org.jspecify.annotations.Nullable;

/** The decision of the policy of a run that has failed. */
public record RunRetry(UUID fireId, String queue, RetryDecision decision) {

  /** The delay before its next attempt; null if it is not tried again. */
  public @Nullable Duration delay() {
    return decision.delay();
  }
}
