package org.goodtiming.scheduler.telemetry;

import java.time.Instant;

/**
 * What was last found out about a server.
 *
 * @param answers whether it answers
 * @param since since when it has been so
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
