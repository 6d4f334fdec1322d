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

  private static final Duration SHORTEST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofHours(1);

  static BrokerConfig from(Settings settings) {
    BrokerConfig broker =
        new BrokerConfig(
            settings.duration("scheduler.broker.stuck-consumer-after", BEYOND_ANY_TRANSACTION));
    settings.require(
        broker.stuckConsumerAfter.compareTo(SHORTEST) >= 0
            && broker.stuckConsumerAfter.compareTo(LONGEST) <= 0,
        "SCHED-0440 scheduler.broker.stuck-consumer-after is %s but must lie between %s and %s;"
            + " below the broker's transaction-timeout it may close connections that work",
        broker.stuckConsumerAfter,
        SHORTEST,
        LONGEST);
    return broker;
  }
}
