package org.goodtiming.scheduler.registration;

import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.message.ReceivedMessage;

/**
 * Warns once of each producer that sends registrations non-persistent: a broker crash before they
 * are stored loses them. This is the default of AMQP and STOMP clients.
 */
@Singleton
final class NonPersistentMessages {

  private static final Logger LOG = System.getLogger(NonPersistentMessages.class.getName());
  private static final int MAX_PRODUCERS = 1_000;

  private final Set<String> producers = ConcurrentHashMap.newKeySet();

  void note(ReceivedMessage.Origin origin) {
    if (origin.persistent() || origin.deliveryCount() > 1) {
      return;
    }
    if (producers.size() < MAX_PRODUCERS && producers.add(origin.sender().toString())) {
      LOG.log(
          Level.WARNING,
          "SCHED-0160 a client with {0} sends registrations non-persistent: a crash of the broker can lose them."
              + " Set JMSDeliveryMode PERSISTENT (AMQP: durable, STOMP: persistent:true)",
          LogText.oneLine(origin.sender().toString()));
    }
  }
}
