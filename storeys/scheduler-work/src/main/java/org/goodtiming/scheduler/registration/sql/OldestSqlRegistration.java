package org.goodtiming.scheduler.registration.sql;

import java.time.Duration;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/**
 * The oldest registration by SQL that has not been stored.
 *
 * @param age how long it has waited; zero if none waits
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
