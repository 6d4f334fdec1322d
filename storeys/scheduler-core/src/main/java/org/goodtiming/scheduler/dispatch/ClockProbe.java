package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.dispatch.DispatchEvent.ClocksCompared;
import org.goodtiming.scheduler.dispatch.DispatchEvent.ClocksKnown;
import org.goodtiming.scheduler.dispatch.DispatchEvent.ClocksUnknown;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.telemetry.Events;
import org.goodtiming.scheduler.telemetry.Failures;
import org.jspecify.annotations.Nullable;

/** Compares the broker's clock with the database's, outside of any transaction. */
@Singleton
public class ClockProbe {

  /** Interval between comparisons. */
  static final Duration INTERVAL = Duration.ofMillis(500);

  /**
   * The broker's time is truncated to milliseconds; with more readings, one of them is closer to a
   * full millisecond.
   */
  private static final int READINGS = 4;

  private static final long PATIENCE_MILLIS = 200;
  private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(10);

  /** Arrival time of a message by the broker's clock, truncated to milliseconds. */
  private static final String INGRESS_TIME = "_AMQ_INGRESS_TIMESTAMP";

  @Inject private ConnectionFactory connectionFactory;
  @Inject private DueJobs jobs;
  @Inject private Events events;

  private boolean known = true;
  private Deadline rest = Deadline.in(Duration.ZERO);

  /** Reads both clocks; suspends early dispatch when they cannot be compared. */
  void measure(EarlyDispatch earlyDispatch) {
    if (!rest.passed()) {
      return;
    }
    try {
      read(earlyDispatch);
      if (!known) {
        events.tell(new ClocksKnown());
      }
      known = true;
    } catch (RuntimeException e) {
      earlyDispatch.unknown();
      rest = Deadline.in(AFTER_A_FAILURE);
      if (known) {
        events.tell(new ClocksUnknown(AFTER_A_FAILURE, Failures.text(e)));
      }
      known = false;
    }
  }

  // A JMSContext would return its session to the pool first, and delete its temporary queue while
  // the next thread uses the session (AMQ212051). A connection deletes the queue first.
  private void read(EarlyDispatch earlyDispatch) {
    try (Connection connection = connectionFactory.createConnection()) {
      Session session = connection.createSession();
      connection.start();
      TemporaryQueue queue = session.createTemporaryQueue();
      try (MessageConsumer consumer = session.createConsumer(queue);
          MessageProducer producer = session.createProducer(queue)) {
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        for (int i = 0; i < READINGS; i++) {
          // The database's time is read before the message is sent; therefore no delay can make it
          // later than the broker's mark.
          Instant database = jobs.now();
          producer.send(session.createMessage());
          Instant broker = ingress(consumer.receive(PATIENCE_MILLIS)).plusMillis(1);
          earlyDispatch.read(database, broker);
          events.tell(new ClocksCompared(Duration.between(database, broker)));
        }
      }
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
  }

  private static Instant ingress(@Nullable Message message) throws JMSException {
    if (message == null || !message.propertyExists(INGRESS_TIME)) {
      throw new JMSException(
          message == null
              ? "no answer within " + PATIENCE_MILLIS + " ms"
              : "its messages have no ingress time: set uuid-namespace temporary, and enable-ingress-timestamp for temporary.#");
    }
    return Instant.ofEpochMilli(message.getLongProperty(INGRESS_TIME));
  }
}
