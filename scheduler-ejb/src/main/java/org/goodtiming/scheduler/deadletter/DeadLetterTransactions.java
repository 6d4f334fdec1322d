package org.goodtiming.scheduler.deadletter;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.broker.AmqpMessageReader;
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.broker.CheckedMessages;
import org.goodtiming.scheduler.broker.ManagementMessage;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.recovery.CommitMarker;

/** Puts a container transaction around each AMQP dead letter. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class DeadLetterTransactions {

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  private @Inject DeadLetters deadLetters;
  private @Inject CommitMarker marker;
  private @Inject MessageReader messageReader;

  /** By consuming those that the broker can deliver; after a failure only some of them. */
  public void consume(BrokerQueue queue, CheckedMessages probed, DeadLetterType fate) {
    AmqpMessageReader reader = new AmqpMessageReader(probed, messageReader);
    try (JMSContext context = connectionFactory.createContext();
        JMSConsumer consumer =
            context.createConsumer(context.createQueue(queue.destination()), probed.selector())) {
      List<ReceivedMessage> messages = new ArrayList<>();
      int limit = deadLetters.limit();
      for (Message next = consumer.receiveNoWait(); next != null; ) {
        messages.add(reader.read(next));
        next = messages.size() < limit ? consumer.receiveNoWait() : null;
      }
      deadLetters.keep(messages, fate);
      marker.leave(context);
    } catch (JMSException e) {
      throw new EJBException(
          "SCHED-0223 cannot read a dead letter; it will be redelivered: " + e.getMessage(), e);
    }
  }

  /** Keeps a message that the broker shows, and that is removed there afterwards. */
  public void keepOnce(ManagementMessage message, DeadLetterType fate) {
    deadLetters.keepOnce(message.key(), message.message(), fate);
  }
}
