package org.goodtiming.scheduler.load;

import java.time.Instant;
import org.goodtiming.scheduler.broker.BrokerBacklog;
import org.jspecify.annotations.Nullable;

/**
 * The work that waits for the workers of a queue.
 *
 * @param oldestAt send time of the first message that is not being delivered; null if it is not
 *     known
 * @param growth jobs per minute over the last minutes; null if it is not known
 */
record WorkerQueueBacklog(
    BrokerBacklog atBroker, @Nullable Instant oldestAt, Stored stored, @Nullable Double growth) {

  /**
   * What the database has of a queue.
   *
   * @param deadLetters rows of the quarantine in stage execution
   * @param due jobs that a limit of the queue keeps from dispatch
   * @param comparable whether a change of their number tells how fast the workers are: all of them
   *     are counted, and the queue is open
   */
  record Stored(long deadLetters, long due, boolean comparable) {}

  String queue() {
    return atBroker.queue();
  }

  WorkerQueueBacklog grownBy(@Nullable Double perMinute) {
    return new WorkerQueueBacklog(atBroker, oldestAt, stored, perMinute);
  }

  /** All jobs that its workers have not finished. */
  long jobs() {
    return atBroker.messages() - atBroker.scheduled() + stored.due;
  }

  /**
   * Seconds until no job is left at the growth of the last minutes; infinite if it does not fall.
   */
  double drainSeconds() {
    if (jobs() <= 0 || growth == null) {
      return 0;
    }
    return growth < 0 ? jobs() / -growth * 60 : Double.POSITIVE_INFINITY;
  }
}
