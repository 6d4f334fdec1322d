package org.goodtiming.scheduler.api;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Sends a request outside of the caller's transaction, and waits for its receipt. */
@ApplicationScoped
class ReceiptRequests {

  private ConnectionFactory connectionFactory;

  /** Exists for CDI. */
  @SuppressWarnings("NullAway.Init")
  ReceiptRequests() {}

  ReceiptRequests(ConnectionFactory connectionFactory) {
    this.connectionFactory = connectionFactory;
  }

  @PostConstruct
  void findConnectionFactory() {
    connectionFactory =
        ServerResource.find(WireContract.CONNECTION_FACTORY, ConnectionFactory.class);
  }

  /**
   * Sends the request at once.
   *
   * @param op {@link WireContract#OP_SCHEDULE} or {@link WireContract#OP_CHECK}
   * @return the receipt; empty if none arrives in time
   * @throws JMSRuntimeException if the request cannot be sent, or the login may not read receipts
   */
  @Transactional(TxType.NOT_SUPPORTED)
  public Optional<JobReceipt> send(JobRequest request, String op, Duration timeout) {
    return send(
        (producer, queue) -> {
          request.properties().forEach(producer::setProperty);
          JmsJobScheduler.send(request, producer.setProperty(WireContract.OP, op), queue);
        },
        timeout);
  }

  /** Cancels a job at once; otherwise the same. */
  @Transactional(TxType.NOT_SUPPORTED)
  public Optional<JobReceipt> cancel(JobKey key, Duration timeout) {
    return send((producer, queue) -> JmsJobScheduler.cancel(key, producer, queue), timeout);
  }

  private Optional<JobReceipt> send(
      BiConsumer<JMSProducer, Destination> message, Duration timeout) {
    try (JMSContext context = connectionFactory.createContext()) {
      TemporaryQueue answers = context.createTemporaryQueue();
      try (JMSConsumer consumer = context.createConsumer(answers)) {
        JMSProducer producer = context.createProducer().setDeliveryMode(DeliveryMode.PERSISTENT);
        message.accept(
            producer.setJMSReplyTo(answers), context.createQueue(WireContract.REGISTRATION_QUEUE));
        Message receipt = consumer.receive(timeout.toMillis());
        return Optional.ofNullable(receipt).map(JobReceipt::of);
      } finally {
        delete(answers);
      }
    }
  }

  /** Deletes the queue explicitly: the pooled connection stays open and would keep it. */
  private static void delete(TemporaryQueue answers) {
    try {
      answers.delete();
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
  }
}
