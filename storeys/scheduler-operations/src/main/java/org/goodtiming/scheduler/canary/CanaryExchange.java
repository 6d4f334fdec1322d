package org.goodtiming.scheduler.canary;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A session at the broker that registers canaries and receives them. */
interface CanaryExchange extends AutoCloseable {

  /** Opens sessions. */
  interface Broker {

    /**
     * @throws RuntimeException if canaries could not be sent and received
     */
    CanaryExchange open();
  }

  /** Sends the registration of a canary, which names its time of sending. */
  void register(SentCanary canary, Instant now);

  /** The next canary that arrives in time. */
  Optional<DeliveredCanary> receive(Duration patience);

  @Override
  void close();
}
