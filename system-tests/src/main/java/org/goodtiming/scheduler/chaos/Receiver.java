package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.chaos.OutsideLedger.Receipt;

/** A worker of one queue outside the servers; connects again after every outage. */
final class Receiver implements Runnable {

  private static final int MESSAGES_A_TRANSACTION = 100;
  private static final long WAIT_MILLIS = 500;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(300);

  private final BrokerClient client;
  private final String queue;
  private final Supplier<OutsideLedger> ledger;
  private final DatabaseClock clock;
  private final Pace pace;

  Receiver(
      BrokerClient client,
      String queue,
      Supplier<OutsideLedger> ledger,
      DatabaseClock clock,
      Pace pace) {
    this.client = client;
    this.queue = queue;
    this.ledger = ledger;
    this.clock = clock;
    this.pace = pace;
  }

  /** Ends when it is interrupted. */
  @Override
  public void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        session();
        Patience.pause(BETWEEN_TRIES);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // Whatever goes wrong, the messages stay on the broker, and the next session gets them.
  @SuppressWarnings("EmptyCatch")
  private void session() throws InterruptedException {
    var broken = new AtomicBoolean();
    try (JMSContext context = client.open(JMSContext.SESSION_TRANSACTED)) {
      context.setExceptionListener(e -> broken.set(true));
      try (var consumer = context.createConsumer(context.createQueue(queue))) {
        while (!broken.get() && !Thread.currentThread().isInterrupted()) {
          take(context, consumer);
        }
      }
    } catch (JMSException | JMSRuntimeException outage) {
      // See above
    }
  }

  private void take(JMSContext context, JMSConsumer consumer)
      throws JMSException, InterruptedException {
    var message = consumer.receive(WAIT_MILLIS);
    for (int i = 1; message != null; i++) {
      ledger.get().received(receipt(message));
      pace.work();
      message = i < MESSAGES_A_TRANSACTION ? consumer.receiveNoWait() : null;
    }
    context.commit();
  }

  private Receipt receipt(Message message) throws JMSException {
    return new Receipt(
        message.getJMSMessageID(),
        queue,
        message.getStringProperty(WireContract.FIRE_ID),
        message.getStringProperty(WireContract.JOB_ID),
        Instant.ofEpochMilli(message.getLongProperty(WireContract.DUE_AT)),
        clock.now(),
        message.getLongProperty(WireContract.EPOCH));
  }
}
