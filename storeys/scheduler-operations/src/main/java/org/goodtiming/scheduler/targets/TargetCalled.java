package org.goodtiming.scheduler.targets;

import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/**
 * A job was posted to the target of its queue, or should have been.
 *
 * @param outcome finished, accepted (202), failed, or refused for good
 */
public record TargetCalled(String queue, String outcome) implements Event {

  @Override
  public void measure(Meters meters) {
    meters.count(
        "scheduler.target.calls",
        "Posts of jobs to the targets of their worker queues",
        1,
        Map.of("queue", meters.labelOf(queue), "outcome", outcome));
  }
}
