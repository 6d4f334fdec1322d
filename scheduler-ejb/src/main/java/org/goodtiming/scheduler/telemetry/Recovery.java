package org.goodtiming.scheduler.telemetry;

import java.time.Duration;
import java.time.Instant;

/**
 * The end of an outage, or the start of the node, by the node's clock.
 *
 * @param start of the outage
 * @param end when the node noticed that the server answers again; now if it does not
 */
public record Recovery(Instant start, Instant end) {

  /** How long the server was away. */
  public Duration lasted() {
    return Duration.between(start, end);
  }

  /** The time since its end. */
  public Duration ago(Instant now) {
    return Duration.between(end, now);
  }
}
