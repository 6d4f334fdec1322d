package org.goodtiming.scheduler.registration.sql;

import java.time.Duration;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/**
 * The age of the oldest waiting registration by SQL.
 *
 * @param age zero if none waits
 */
public record OldestSqlRegistration(Duration age) implements Event {

  @Override
  public void measure(Meters meters) {
    meters.ofLeader(
        "scheduler.oldest.sql.registration.seconds",
        "How long the oldest registration by SQL has waited to be stored",
        Meters.seconds(age));
  }
}
