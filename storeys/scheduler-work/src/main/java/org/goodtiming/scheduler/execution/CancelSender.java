package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.api.WireContract;

/** Sends cancels to all workers that have subscribed to the control topic. */
@Singleton
record CancelSender(ConnectionFactory connectionFactory) {

  private static final JsonProvider JSON = JsonProvider.provider();

  @Inject
  CancelSender {}

  /** Sends a single message for all runs. */
  void send(List<UUID> fireIds) {
    try (JMSContext context = connectionFactory.createContext()) {
      context
          .createProducer()
          .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
          .send(context.createTopic(WireContract.CONTROL_TOPIC), json(fireIds));
    }
  }

  private static String json(List<UUID> fireIds) {
    JsonArrayBuilder all = JSON.createArrayBuilder();
    fireIds.forEach(fireId -> all.add(fireId.toString()));
    return JSON.createObjectBuilder().add("event", "cancel").add("fireIds", all).build().toString();
  }
}
