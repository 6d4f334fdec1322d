package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.policy.QueueFacts;
import org.goodtiming.scheduler.policy.QueueFacts.Pause;
import org.goodtiming.scheduler.policy.QueueFacts.Scope;
import org.jspecify.annotations.Nullable;

/**
 * A row of the allow-list.
 *
 * @param partition of the queue
 * @param broker null if the scheduler does not know the state of the queue at the broker
 */
public record WorkerQueueFacts(
    QueueFacts queue, PartitionFacts partition, @Nullable Broker broker) {

  /** The queue at the broker. */
  public record Broker(long messages, int consumers) {}

  /** Returns a copy with a further pause of some jobs. */
  public WorkerQueueFacts paused(Pause further) {
    return with(Stream.concat(queue.pauses().stream(), Stream.of(further)).toList());
  }

  /** Returns a copy with the time at which an operator paused the queue; null if unknown. */
  WorkerQueueFacts pausedSince(@Nullable Instant pausedAt) {
    return with(
        queue.pauses().stream()
            .map(
                pause ->
                    pause.scope() == Scope.QUEUE
                        ? new Pause(Scope.QUEUE, null, pausedAt, pause.until())
                        : pause)
            .toList());
  }

  private WorkerQueueFacts with(List<Pause> pauses) {
    return new WorkerQueueFacts(queue.with(pauses), partition, broker);
  }
}
