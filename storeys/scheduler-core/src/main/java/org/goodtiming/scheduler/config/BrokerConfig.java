package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * The node's view of the broker.
 *
 * @param stuckConsumerAfter how long a consumer may hold messages without acknowledging one
 */
public record BrokerConfig(Duration stuckConsumerAfter) {

  /**
   * The broker rolls a transaction back that is not prepared within 5 minutes
   * (transaction-timeout): a working transaction takes less.
   */
  private static final Duration BEYOND_ANY_TRANSACTION = Duration.ofMinutes(6);

  public static BrokerConfig from(Settings settings) {
    return new BrokerConfig(
        settings.duration(
            "scheduler.broker.stuck-consumer-after",
            BEYOND_ANY_TRANSACTION,
            Duration.ofSeconds(10),
            Duration.ofHours(1),
            "SCHED-0440 %s is %s but must lie between %s and %s;"
                + " below the broker's transaction-timeout it may close connections that work"));
  }
}
