package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** A consumer of one queue outside the servers; connects again after every outage. */
final class Receiver implements AutoCloseable {

  private static final int MESSAGES_A_TRANSACTION = 100;
  private static final long WAIT_MILLIS = 500;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(300);
  private static final Duration END_LIMIT = Duration.ofSeconds(60);

  private final BrokerClient client;
  private final String queue;
  private final Inbox inbox;
  private final WorkerSpeed pace;
  private final Thread thread = new Thread(this::run, "receiver");
  private volatile boolean closed;

  /** Notes what has come. */
  @FunctionalInterface
  interface Inbox {

    /** A transaction begins; the last one has ended. */
    default void begins() {}

    /** Maximum number of messages in a transaction. */
    default int messagesATransaction() {
      return MESSAGES_A_TRANSACTION;
    }

    /**
     * May send messages in the transaction.
     *
     * @throws FailedWorkException to roll the transaction back
     */
    void received(Message message, JMSContext transaction) throws JMSException, FailedWorkException;

    /** The transaction is about to commit; without {@link #committed} its outcome is unknown. */
    default void commits() {}

    default void committed() {}
  }

  Receiver(BrokerClient client, String queue, Inbox inbox, WorkerSpeed pace) {
    this.client = client;
    this.queue = queue;
    this.inbox = inbox;
    this.pace = pace;
  }

  Receiver start() {
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  /** Returns when it consumes no more: another one would share the messages with it. */
  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join(END_LIMIT.toMillis());
  }

  // No interrupt ends it: the broker's client may swallow one
  private void run() {
    try {
      while (!closed) {
        session();
        Wait.pause(BETWEEN_TRIES);
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
        while (!broken.get() && !closed) {
          take(context, consumer);
        }
      }
    } catch (JMSException | JMSRuntimeException outage) {
      // See above
    }
  }

  private void take(JMSContext context, JMSConsumer consumer)
      throws JMSException, InterruptedException {
    inbox.begins();
    try {
      work(context, consumer);
      inbox.commits();
      context.commit();
      inbox.committed();
    } catch (FailedWorkException e) {
      context.rollback();
    }
  }

  private void work(JMSContext context, JMSConsumer consumer)
      throws JMSException, FailedWorkException, InterruptedException {
    var message = consumer.receive(WAIT_MILLIS);
    for (int i = 1; message != null; i++) {
      inbox.received(message, context);
      pace.work();
      message = i < inbox.messagesATransaction() ? consumer.receiveNoWait() : null;
    }
  }
}
