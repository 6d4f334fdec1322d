package org.goodtiming.scheduler.config;

import java.time.Duration;
import java.util.List;

/**
 * The node's view of the broker.
 *
 * @param addresses where the broker, or each of a pair, listens; empty if only the server knows
 * @param stuckConsumerAfter how long a consumer may hold messages without acknowledging one
 */
public record BrokerConfig(List<Address> addresses, Duration stuckConsumerAfter) {

  private static final int CUSTOMARY_PORT = 61_616;

  /**
   * The broker rolls a transaction back that is not prepared within 5 minutes
   * (transaction-timeout): a working transaction takes less.
   */
  private static final Duration BEYOND_ANY_TRANSACTION = Duration.ofMinutes(6);

  public static BrokerConfig from(Settings settings) {
    int port =
        settings.number(
            "scheduler.broker.port",
            CUSTOMARY_PORT,
            1,
            65_535,
            "SCHED-0442 %s is %d but must lie between %d and %d");
    return new BrokerConfig(
        Address.list(settings, "scheduler.broker.host", port),
        settings.duration(
            "scheduler.broker.stuck-consumer-after",
            BEYOND_ANY_TRANSACTION,
            Duration.ofSeconds(10),
            Duration.ofHours(1),
            "SCHED-0440 %s is %s but must lie between %s and %s;"
                + " below the broker's transaction-timeout it may close connections that work"));
  }
}
