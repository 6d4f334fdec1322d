package org.goodtiming.scheduler.broker;

import jakarta.json.JsonObject;

/**
 * The numbers of a queue as the broker lists them.
 *
 * @param messages all in the queue, including those that are being delivered
 * @param delivering messages that consumers have and have not acknowledged
 */
public record BrokerBacklog(String queue, long messages, long delivering, int consumers) {

  /** Whether a message waits that no consumer has. */
  public boolean waits() {
    return messages > delivering;
  }

  /** The broker writes numbers as text. */
  static BrokerBacklog of(JsonObject json) {
    return new BrokerBacklog(
        json.getString("name"),
        Long.parseLong(json.getString("messageCount")),
        Long.parseLong(json.getString("deliveringCount")),
        Integer.parseInt(json.getString("consumerCount")));
  }
}
