package org.goodtiming.scheduler.canary;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/** What the leader knows of canaries. */
interface CanaryEvent extends Event {

  /** The last canary of each worker queue that gets canaries now. */
  record CanariesSeen(List<QueueCanary> queues) implements CanaryEvent {

    @Override
    public void measure(Meters meters) {
      meters
          .ofLeader(queues, each -> Map.of("queue", each.queue))
          .sum(
              "scheduler.canary.arrived",
              "Whether the last canary of the worker queue has arrived",
              each -> each.arrived ? 1 : 0);
      meters
          .ofLeader(
              queues.stream().filter(QueueCanary::arrived).flatMap(QueueCanary::stages).toList(),
              each -> Map.of("queue", each.queue, "stage", each.name))
          .max(
              "scheduler.canary.lateness.seconds",
              "Lateness of the last canary of the worker queue in each stage of its way",
              each -> each.millis / 1_000.0);
    }
  }

  /**
   * The last canary of a worker queue; if it has not arrived, with the figures of an earlier one.
   */
  record QueueCanary(
      String queue,
      boolean arrived,
      long registrationMillis,
      long dispatchMillis,
      long deliveryMillis) {

    private Stream<Stage> stages() {
      return Stream.of(
          new Stage(queue, "registration", registrationMillis),
          new Stage(queue, "dispatch", dispatchMillis),
          new Stage(queue, "delivery", deliveryMillis));
    }
  }

  /** A part of the way. */
  record Stage(String queue, String name, long millis) {}
}
