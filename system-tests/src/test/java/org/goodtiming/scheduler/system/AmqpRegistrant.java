package org.goodtiming.scheduler.system;

import java.util.Map;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.DeliveryState;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Sender;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.goodtiming.scheduler.dev.Broker;

/** An application that registers by AMQP 1.0, with whatever AMQP can express. */
final class AmqpRegistrant implements AutoCloseable {

  private final Client client = Client.create();
  private final Connection connection;
  private final Sender sender;

  AmqpRegistrant(Broker broker) {
    this(broker, "scheduler.jobs");
  }

  AmqpRegistrant(Broker broker, String address) {
    try {
      ConnectionOptions login = new ConnectionOptions();
      login.user(broker.user()).password(broker.password());
      connection = client.connect(broker.host(), broker.port(), login);
      sender = connection.openSender(address);
    } catch (ClientException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether the broker has accepted it. */
  boolean send(Object body, Map<String, ?> properties) {
    try {
      Message<Object> message = Message.create(body);
      message.durable(true);
      for (Map.Entry<String, ?> property : properties.entrySet()) {
        message.property(property.getKey(), property.getValue());
      }
      return send(message);
    } catch (ClientException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean send(Message<?> message) throws ClientException {
    return sender.send(message).awaitSettlement().remoteState().getType()
        == DeliveryState.Type.ACCEPTED;
  }

  @Override
  public void close() {
    connection.close();
    client.close();
  }
}
