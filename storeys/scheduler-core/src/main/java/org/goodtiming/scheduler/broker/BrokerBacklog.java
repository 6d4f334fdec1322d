package org.goodtiming.scheduler.broker;

import jakarta.json.JsonObject;

/**
 * The numbers of a queue as the broker lists them.
 *
 * @param messages all in the queue, including those that are being delivered or scheduled
 * @param delivering messages that consumers have received but not acknowledged
 * @param scheduled messages that the broker delivers later: dispatched early, or for another
 *     attempt
 */
public record BrokerBacklog(
    String queue, long messages, long delivering, long scheduled, int consumers) {

  /** Whether a message waits that a consumer could have. */
  public boolean waits() {
    return messages > delivering + scheduled;
  }

  /** The broker writes numbers as text. */
  public static BrokerBacklog of(JsonObject json) {
    return new BrokerBacklog(
        json.getString("name"),
        Long.parseLong(json.getString("messageCount")),
        Long.parseLong(json.getString("deliveringCount")),
        Long.parseLong(json.getString("scheduledCount")),
        Integer.parseInt(json.getString("consumerCount")));
  }
}
