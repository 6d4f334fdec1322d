package org.goodtiming.scheduler.execution;

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
import org.goodtiming.scheduler.broker.AmqpMessageReader;
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.broker.CheckedMessages;
import org.goodtiming.scheduler.broker.ManagementMessage;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.recovery.CommitMarker;

/** Puts a container transaction around a page of AMQP reports. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class AmqpReportTransactions {

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  private @Inject WorkerReports reports;
  private @Inject CommitMarker marker;
  private @Inject MessageReader messageReader;

  /** Those that the broker can deliver. */
  public void take(BrokerQueue queue, CheckedMessages checked) {
    AmqpMessageReader reader = new AmqpMessageReader(checked, messageReader);
    try (JMSContext context = connectionFactory.createContext();
        JMSConsumer consumer =
            context.createConsumer(context.createQueue(queue.destination()), checked.selector())) {
      ReportBatch batch = reports.newBatch(reader::read);
      batch.fill(consumer);
      reports.take(batch);
      marker.leave(context);
    } catch (JMSException e) {
      throw new EJBException(
          "SCHED-0808 cannot read a report; it will be redelivered: " + e.getMessage(), e);
    }
  }

  /** Keeps a message that the broker shows, and that is removed there afterwards. */
  public void keepOnce(ManagementMessage message) {
    reports.keepOnce(message.key(), message.message());
  }
}
