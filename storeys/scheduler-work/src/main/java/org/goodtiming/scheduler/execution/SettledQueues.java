package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.broker.inspection.BrokerAddresses;
import org.goodtiming.scheduler.broker.inspection.BrokerAddresses.Undelivered;

/** Worker queues of which the broker holds no message, in whatever state, nor a consequence. */
@Singleton
record SettledQueues(BrokerAddresses addresses) {

  @Inject
  SettledQueues {}

  private static final Undelivered OURS = new Undelivered("scheduler.dead", "scheduler.expired");

  /** Where a message goes from its worker queue, or the report that its worker has sent with it. */
  private static final List<String> NEXT =
      List.of(
          "scheduler.dead",
          "scheduler.expired",
          WireContract.REPORT_QUEUE,
          WireContract.REPORT_QUEUE + ".amqp");

  /**
   * Whether each message that was in the queue before this call has been acknowledged, or has
   * changed the database as a dead letter or by a report.
   *
   * @throws IllegalStateException if the broker's settings let dead letters of the queue vanish
   */
  boolean isSettled(String queue) {
    // The order follows the way of a message, so that no moving message is overlooked
    return addresses.isEmpty(queue) && keepsDeadLetters(queue) && hasNothingNext();
  }

  private boolean hasNothingNext() {
    return NEXT.stream().allMatch(addresses::isEmpty);
  }

  private boolean keepsDeadLetters(String queue) {
    Undelivered settings = addresses.undelivered(queue);
    if (!settings.equals(OURS)) {
      throw new IllegalStateException(
          "SCHED-0063 the broker puts dead letters of queue %s to %s and expired messages to %s, so an acknowledgement proves nothing: set dead-letter-address %s and expiry-address %s in its address settings, or switch finishedWhenAcknowledged off"
              .formatted(queue, settings.dead(), settings.expired(), OURS.dead(), OURS.expired()));
    }
    return true;
  }
}
