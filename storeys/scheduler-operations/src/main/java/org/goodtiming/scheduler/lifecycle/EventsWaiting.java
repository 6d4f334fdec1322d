package org.goodtiming.scheduler.lifecycle;

import java.time.Duration;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/**
 * The lifecycle events that wait to be published.
 *
 * @param events counted up to a limit
 * @param oldest how long the first of them has waited; zero if none waits
 */
public record EventsWaiting(int events, Duration oldest) implements Event {

  @Override
  public void measure(Meters meters) {
    meters.ofLeader(
        "scheduler.waiting.events",
        "Lifecycle events that wait to be published, up to 10000",
        events);
    meters.ofLeader(
        "scheduler.oldest.event.seconds",
        "How long the oldest lifecycle event has waited to be published",
        Meters.seconds(oldest));
  }
}
