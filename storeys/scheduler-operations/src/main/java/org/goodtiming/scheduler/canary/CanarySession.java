package org.goodtiming.scheduler.canary;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Canary;
import org.jspecify.annotations.Nullable;

/** A JMS session outside any transaction. */
final class CanarySession implements CanaryExchange {

  /** A registration that waits longer than until the next canary is not worth storing. */
  private static final Duration TIME_TO_LIVE = Duration.ofMinutes(1);

  private final Connection connection;
  private final Session session;
  private final MessageConsumer consumer;
  private final MessageProducer registrations;

  /** Opens sessions with the scheduler's login. */
  @Singleton
  record Factory(ConnectionFactory connectionFactory) implements Broker {

    @Inject
    Factory {}

    @Override
    public CanaryExchange open() {
      try {
        return CanarySession.open(connectionFactory);
      } catch (JMSException e) {
        throw runtime(e);
      }
    }
  }

  private CanarySession(Connection connection) throws JMSException {
    this.connection = connection;
    session = connection.createSession();
    connection.start();
    consumer = session.createConsumer(session.createQueue(Canary.NAME));
    registrations = session.createProducer(session.createQueue(WireContract.REGISTRATION_QUEUE));
    registrations.setTimeToLive(TIME_TO_LIVE.toMillis());
    checkThatCanariesCanBeSent();
  }

  private static CanarySession open(ConnectionFactory connectionFactory) throws JMSException {
    Connection connection = connectionFactory.createConnection();
    try {
      return new CanarySession(connection);
    } catch (JMSException | RuntimeException e) {
      try (connection) {
        throw e;
      }
    }
  }

  /** So that no batch of dispatch fails because of a canary. */
  private void checkThatCanariesCanBeSent() throws JMSException {
    try (MessageProducer producer = session.createProducer(session.createQueue(Canary.NAME))) {
      producer.send(session.createMessage());
    }
  }

  @Override
  public void register(SentCanary canary, Instant now) {
    try {
      TextMessage message = session.createTextMessage(now.toString());
      for (Map.Entry<String, String> each :
          Canary.registration(canary.queue(), canary.token()).entrySet()) {
        message.setStringProperty(each.getKey(), each.getValue());
      }
      registrations.send(message);
    } catch (JMSException e) {
      throw runtime(e);
    }
  }

  @Override
  public Optional<DeliveredCanary> receive(Duration patience) {
    long start = System.nanoTime();
    try {
      Message message = consumer.receive(patience.toMillis());
      // A consumer that is closed returns null at once
      if (message == null && System.nanoTime() - start < patience.toNanos() / 2) {
        throw new JMSException("the session has ended");
      }
      return read(message);
    } catch (JMSException e) {
      throw runtime(e);
    }
  }

  /** Empty for messages that are no canaries, such as those of the check. */
  private static Optional<DeliveredCanary> read(@Nullable Message message) throws JMSException {
    if (!(message instanceof TextMessage text) || !text.propertyExists(Canary.DISPATCHED_AT)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new DeliveredCanary(
              new SentCanary(
                  text.getStringProperty(WireContract.QUEUE),
                  String.valueOf(text.getJMSCorrelationID())),
              Instant.parse(text.getText()),
              Instant.parse(text.getStringProperty(WireContract.DUE_AT)),
              Instant.parse(text.getStringProperty(Canary.DISPATCHED_AT))));
    } catch (DateTimeParseException | NullPointerException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try (connection) {
      consumer.close();
    } catch (JMSException e) {
      throw runtime(e);
    }
  }

  private static JMSRuntimeException runtime(JMSException e) {
    return new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
  }
}
