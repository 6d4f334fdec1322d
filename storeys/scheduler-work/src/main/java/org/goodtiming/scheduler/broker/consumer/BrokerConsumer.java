package org.goodtiming.scheduler.broker.consumer;

import jakarta.json.JsonObject;

/**
 * A consumer in the broker's list. Two readings are equal if the consumer received and acknowledged
 * no message between them.
 *
 * @param held messages that the consumer has received but not acknowledged
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

  /** Prefix of the scheduler's queues; no worker queue has it. */
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
