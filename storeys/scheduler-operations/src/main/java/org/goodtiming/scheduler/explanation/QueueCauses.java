package org.goodtiming.scheduler.explanation;

import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.Cure;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.jspecify.annotations.Nullable;

/** The causes that affect all jobs of a worker queue. */
final class QueueCauses {

  private QueueCauses() {}

  /**
   * @param queue null if it is not on the allow-list
   */
  static List<Cause> all(String name, @Nullable WorkerQueueFacts queue) {
    return queue == null
        ? List.of(notListed(name))
        : Stream.of(
                DispatchPolicies.causes(queue.queue(), false),
                new PartitionCauses(queue.partition()).all(),
                DispatchPolicies.causes(queue.queue(), true))
            .flatMap(causes -> causes)
            .toList();
  }

  private static Cause notListed(String name) {
    Cure cure =
        new Cure(
            "put the queue on the allow-list",
            "PUT",
            List.of("worker-queues", name),
            "{}",
            Cure.OPERATOR);
    return Cause.of(
            "queue-not-listed", "worker queue %s is not on the allow-list".formatted(name), null)
        .with(cure);
  }
}
