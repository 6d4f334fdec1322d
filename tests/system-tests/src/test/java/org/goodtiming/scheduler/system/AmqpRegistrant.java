package org.goodtiming.scheduler.system;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.DeliveryState;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.Sender;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.BrokerUser;

/** An application that registers by AMQP 1.0, with whatever AMQP can express. */
final class AmqpRegistrant implements AutoCloseable {

  private final Client client = Client.create();
  private Connection connection;
  private Sender sender;

  AmqpRegistrant(Broker broker) {
    this(broker, BrokerUser.ADMIN);
  }

  AmqpRegistrant(Broker broker, BrokerUser user) {
    this(broker, user, "scheduler.jobs.amqp." + user.user());
  }

  AmqpRegistrant(Broker broker, String address) {
    this(broker, BrokerUser.ADMIN, address);
  }

  AmqpRegistrant(Broker broker, BrokerUser user, String address) {
    try {
      ConnectionOptions login = new ConnectionOptions();
      login.user(user.user()).password(broker.password(user));
      connection = client.connect(broker.host(), broker.port(), login);
      sender = connection.openSender(address);
      sender.openFuture().get();
    } catch (ClientException | ExecutionException e) {
      close();
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** On a queue that the broker makes for this connection alone. */
  Receiver receiveFromTemporaryQueue() throws ClientException {
    return connection.openDynamicReceiver();
  }

  Receiver receiveFrom(String address) throws ClientException {
    return connection.openReceiver(address);
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
    client.close();
  }
}
