package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the allow-list.
 *
 * @param pause null if the queue is not paused
 * @param failure null if the last attempt to dispatch to the queue succeeded
 * @param broker null if the scheduler does not know the state of the queue at the broker
 * @param rateLimit how many jobs per minute are dispatched to the queue at most; 0 if it has no
 *     limit
 */
public record WorkerQueueFacts(
    @Nullable Pause pause,
    @Nullable Failure failure,
    Leader leader,
    @Nullable Broker broker,
    int rateLimit) {

  /** The jobs that a pause concerns. */
  public enum Scope {
    QUEUE,
    GROUP,
    EVERYTHING
  }

  /**
   * A pause by an operator.
   *
   * @param until when it ends by itself; null if only a resume ends it
   */
  public record Pause(Scope scope, @Nullable Instant until) {}

  /** The last attempt to dispatch to the queue. */
  public record Failure(@Nullable String error, @Nullable Instant retryAt) {}

  /**
   * The lease of the partition of the queue.
   *
   * @param lastSeenAt when the last leader released it or renewed it; null if nobody ever led
   */
  public record Leader(String partition, boolean leads, @Nullable Instant lastSeenAt) {}

  /** The queue at the broker. */
  public record Broker(long messages, int consumers) {}
}
