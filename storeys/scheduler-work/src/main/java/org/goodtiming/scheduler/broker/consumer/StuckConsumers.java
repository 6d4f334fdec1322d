package org.goodtiming.scheduler.broker.consumer;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds consumers that hold messages without progress. A working consumer acknowledges a message
 * before the message-driven bean is called, so a slow transaction does not look stuck.
 */
final class StuckConsumers {

  private final Duration limit;
  private Map<BrokerConsumer, Long> unchangedSince = Map.of();

  StuckConsumers(Duration limit) {
    this.limit = limit;
  }

  /**
   * @param all consumers at this moment
   * @param nanoTime this moment, by the monotonic clock
   * @return those that have held the same messages for longer than the limit
   */
  List<BrokerConsumer> look(List<BrokerConsumer> all, long nanoTime) {
    Map<BrokerConsumer, Long> unchanged = new HashMap<>();
    for (BrokerConsumer consumer : all) {
      if (consumer.holdsOurs()) {
        unchanged.put(consumer, unchangedSince.getOrDefault(consumer, nanoTime));
      }
    }
    unchangedSince = unchanged;
    return unchanged.entrySet().stream()
        .filter(each -> nanoTime - each.getValue() > limit.toNanos())
        .map(Map.Entry::getKey)
        .toList();
  }
}
