package org.goodtiming.scheduler.broker.consumer;

import jakarta.json.JsonObject;

/**
 * A consumer as the broker lists it. It is equal to itself at another time if it has neither got
 * nor acknowledged a message in between.
 *
 * @param held messages that the broker has delivered to it, and that it has not acknowledged
 * @param delivered since it was created
 * @param acknowledged since it was created
 */
record BrokerConsumer(
    String connection,
    String session,
    long id,
    String queue,
    boolean browses,
    long held,
    long delivered,
    long acknowledged) {

  /** No worker queue has such a name. */
  private static final String OWN_QUEUES = "scheduler.";

  static BrokerConsumer of(JsonObject json) {
    return new BrokerConsumer(
        json.getString("connectionID"),
        json.getString("sessionID"),
        json.getJsonNumber("consumerID").longValue(),
        json.getString("queueName"),
        json.getBoolean("browseOnly"),
        json.getJsonNumber("deliveringCount").longValue(),
        json.getJsonNumber("messagesDelivered").longValue(),
        json.getJsonNumber("messagesAcknowledged").longValue());
  }

  /** Whether it keeps messages of the scheduler's own queues from others. */
  boolean holdsOurs() {
    return held > 0 && !browses && queue.startsWith(OWN_QUEUES);
  }
}
