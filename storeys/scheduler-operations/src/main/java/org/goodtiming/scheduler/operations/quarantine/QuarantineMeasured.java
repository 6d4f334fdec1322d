package org.goodtiming.scheduler.operations.quarantine;

import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/**
 * How full the quarantine is.
 *
 * @param fill how much of its limit the fullest login has; beyond 1 messages are deleted
 */
public record QuarantineMeasured(double fill) implements Event {

  @Override
  public void measure(Meters meters) {
    meters.ofLeader(
        "scheduler.quarantine.fill.ratio",
        "Share of its limits that the login with the most messages in quarantine has",
        fill);
  }
}
