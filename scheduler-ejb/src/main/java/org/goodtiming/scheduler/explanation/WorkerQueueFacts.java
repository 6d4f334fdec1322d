package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A row of the allow-list.
 *
 * @param pauses of its jobs, which do not exclude each other
 * @param failure null if the last attempt to dispatch to the queue succeeded
 * @param partition of the queue
 * @param broker null if the scheduler does not know the state of the queue at the broker
 * @param rateLimit how many jobs per minute are dispatched to the queue at most; 0 if it has no
 *     limit
 */
public record WorkerQueueFacts(
    List<Pause> pauses,
    @Nullable Failure failure,
    PartitionFacts partition,
    @Nullable Broker broker,
    int rateLimit) {

  /** The jobs that a pause concerns. */
  public enum Scope {
    EVERYTHING,
    QUEUE,
    GROUP
  }

  /**
   * A pause by an operator.
   *
   * @param group whose jobs it concerns; null in other scopes
   * @param since null if the database does not know it
   * @param until when it ends by itself; null if only a resume ends it
   */
  public record Pause(
      Scope scope, @Nullable String group, @Nullable Instant since, @Nullable Instant until) {}

  /** The last attempt to dispatch to the queue. */
  public record Failure(@Nullable String error, @Nullable Instant retryAt) {}

  /** The queue at the broker. */
  public record Broker(long messages, int consumers) {}

  /** With a further pause, of some of its jobs. */
  public WorkerQueueFacts paused(Pause further) {
    List<Pause> all = Stream.concat(pauses.stream(), Stream.of(further)).toList();
    return new WorkerQueueFacts(all, failure, partition, broker, rateLimit);
  }
}
