package org.goodtiming.scheduler.load;

import java.time.Instant;
import org.goodtiming.scheduler.broker.BrokerBacklog;
import org.jspecify.annotations.Nullable;

/**
 * The messages that the broker has for the workers of a queue.
 *
 * @param oldestAt send time of the first message that is not being delivered; null if it is not
 *     known
 * @param deadLetters rows of the quarantine in stage execution
 */
record WorkerQueueBacklog(BrokerBacklog atBroker, @Nullable Instant oldestAt, long deadLetters) {

  String queue() {
    return atBroker.queue();
  }
}
