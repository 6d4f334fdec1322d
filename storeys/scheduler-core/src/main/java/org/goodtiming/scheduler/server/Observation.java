package org.goodtiming.scheduler.server;

import java.time.Instant;

/**
 * The latest observation of a server.
 *
 * @param answers whether it answers
 * @param since start of this state
 * @param at when the server was last asked
 * @param error why it does not answer, in one line; empty if it does
 */
public record Observation(boolean answers, Instant since, Instant at, String error) {

  static Observation none(Instant now) {
    return new Observation(false, now, now, "not asked yet");
  }

  Observation answered(Instant now) {
    return new Observation(true, answers ? since : now, now, "");
  }

  Observation failed(Instant now, String reason) {
    return new Observation(false, answers ? now : since, now, reason);
  }
}
