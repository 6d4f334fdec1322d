package org.goodtiming.scheduler.registration;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import org.goodtiming.scheduler.broker.AmqpMessageReader;
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.broker.CheckedMessages;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.message.MessageReader;
import org.jspecify.annotations.Nullable;

/** Consumes registrations from a queue, a batch in one XA transaction. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class RegistrationTransactions {

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  private @Inject RegistrationBatchStore batchStore;
  private @Inject MessageReader messageReader;

  /**
   * Stores what waits.
   *
   * @return whether more probably waits
   */
  public boolean store(String queue) {
    return store(queue, null, messageReader::read);
  }

  /** Stores AMQP registrations that the broker can deliver. */
  public void store(BrokerQueue queue, CheckedMessages probed) {
    store(
        queue.destination(), probed.selector(), new AmqpMessageReader(probed, messageReader)::read);
  }

  private boolean store(String queue, @Nullable String selector, IncomingMessageReader reader) {
    try (JMSContext context = connectionFactory.createContext()) {
      RegistrationBatch batch = batchStore.newBatch(reader);
      batch.fill(context, queue, selector);
      if (!batch.messages().isEmpty()) {
        batchStore.store(batch, context, null);
      }
      return batch.leavesMore();
    } catch (JMSException e) {
      throw RegistrationBatchStore.unreadable(e);
    }
  }
}
