package org.goodtiming.scheduler.deadletter;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a job is tried again.
 *
 * @param delay before the next attempt; null if there is none
 * @param note which attempt has failed, or why there is no other; empty if no policy asks for one
 */
record RetryDecision(@Nullable Duration delay, String note) {

  /** No policy asks for another attempt. */
  static final RetryDecision NONE = new RetryDecision(null, "");

  static RetryDecision no(String note) {
    return new RetryDecision(null, note);
  }
}
