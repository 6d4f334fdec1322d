package org.goodtiming.scheduler.broker;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A session with a queue for the broker's replies; at most one request is open. */
final class ManagementChannel implements AutoCloseable {

  private final Connection connection;
  private final Session session;
  private final TemporaryQueue replies;
  private final MessageConsumer consumer;
  private final MessageProducer producer;

  // A JMSContext would return its session to the pool first, and delete its temporary queue while
  // the next thread uses the session (AMQ212051). A connection deletes the queue first.
  private ManagementChannel(Connection connection) throws JMSException {
    this.connection = connection;
    session = connection.createSession();
    connection.start();
    replies = session.createTemporaryQueue();
    producer = session.createProducer(session.createQueue("activemq.management"));
    // Created last, because open() could not delete a queue with a consumer
    consumer = session.createConsumer(replies);
  }

  static ManagementChannel open(ConnectionFactory connectionFactory) throws JMSException {
    Connection connection = connectionFactory.createConnection();
    try {
      return new ManagementChannel(connection);
    } catch (JMSException | RuntimeException e) {
      try (connection) {
        throw e;
      }
    }
  }

  /**
   * @return the JMSMessageID of the question
   */
  String send(BrokerManagement.Question question) throws JMSException {
    TextMessage message = session.createTextMessage(question.parameters());
    message.setStringProperty("_AMQ_ResourceName", question.resource());
    message.setStringProperty(question.kind(), question.name());
    message.setJMSReplyTo(replies);
    producer.send(message);
    return message.getJMSMessageID();
  }

  /**
   * Waits for the reply.
   *
   * @return null if there is none in time
   * @throws JMSException if the session has ended
   */
  @Nullable Message receive(Duration patience) throws JMSException {
    long start = System.nanoTime();
    Message reply = consumer.receive(patience.toMillis());
    // A consumer that is closed returns null at once
    if (reply == null && System.nanoTime() - start < patience.toNanos() / 2) {
      throw new JMSException("the session has ended before the reply");
    }
    return reply;
  }

  /**
   * Ends the session, and deletes the queue: the consumer is closed first, because the resource
   * adapter deletes no queue that has one, and reports nothing.
   */
  @Override
  public void close() throws JMSException {
    try (connection) {
      consumer.close();
    }
  }
}
