package org.goodtiming.scheduler.api;

import jakarta.enterprise.concurrent.ManageableThread;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.json.JsonArray;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Receives the scheduler's cancels, on a thread of the container. */
final class CancelSubscription implements LongRunContainer.Subscription {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final Logger LOG = System.getLogger(CancelSubscription.class.getName());

  private static final long RECEIVE_MILLIS = 250;
  private static final long PAUSE_MILLIS = 1_000;
  private static final long CLOSE_MILLIS = 5_000;

  private final ConnectionFactory connectionFactory;
  private final Consumer<String> cancelled;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable Thread thread;
  private boolean failed;

  /**
   * @param cancelled accepts the fire id of each run that should stop
   */
  CancelSubscription(ConnectionFactory connectionFactory, Consumer<String> cancelled) {
    this.connectionFactory = connectionFactory;
    this.cancelled = cancelled;
  }

  /** Subscribes, once. Call it on a thread of the container. */
  synchronized void start() {
    ThreadFactory threads = thread == null ? Reporter.threadsOfContainer() : null;
    if (threads != null && !isClosed()) {
      thread = threads.newThread(this::listen);
      thread.setName("scheduler-cancels");
      thread.start();
    }
  }

  /**
   * Waits for the end of the thread, because the application's classes may be unloaded after it.
   */
  @Override
  public synchronized void close() {
    closed.countDown();
    if (thread != null) {
      try {
        thread.join(CLOSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void listen() {
    try {
      while (!isClosed()) {
        receive();
      }
    } catch (InterruptedException e) {
      // The container stops its threads
    }
  }

  private void receive() throws InterruptedException {
    try (JMSContext context = connectionFactory.createContext();
        JMSConsumer consumer =
            context.createConsumer(context.createTopic(WireContract.CONTROL_TOPIC))) {
      failed = false;
      while (!isClosed()) {
        take(consumer.receive(RECEIVE_MILLIS));
      }
    } catch (JMSRuntimeException e) {
      tellOnce(e);
      closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** A container that stops an application without closing this marks its threads. */
  private boolean isClosed() {
    return closed.getCount() == 0
        || (Thread.currentThread() instanceof ManageableThread managed && managed.isShutdown());
  }

  private void tellOnce(JMSRuntimeException e) {
    if (!failed) {
      failed = true;
      LOG.log(
          Level.WARNING,
          "SCHED-0819 cannot receive cancels from topic {0}, so long runs cannot be cancelled until it is back; retrying every second: {1}",
          WireContract.CONTROL_TOPIC,
          e.getMessage());
    }
  }

  private void take(@Nullable Message message) {
    try {
      if (message != null) {
        fireIds(message.getBody(String.class)).forEach(cancelled);
      }
    } catch (JMSException e) {
      LOG.log(Level.DEBUG, "a message on the control topic is no text", e);
    }
  }

  /** Fire ids of the runs to cancel; empty for other messages, which later versions may send. */
  static List<String> fireIds(String text) {
    try (JsonReader reader = JSON.createReader(new StringReader(text))) {
      JsonObject json = reader.readObject();
      return json.getString("event", "").equals("cancel")
              && json.get("fireIds") instanceof JsonArray fireIds
          ? fireIds.stream()
              .filter(JsonString.class::isInstance)
              .map(fireId -> ((JsonString) fireId).getString())
              .toList()
          : List.of();
    } catch (JsonException e) {
      LOG.log(Level.DEBUG, "a message on the control topic is no JSON object", e);
      return List.of();
    }
  }
}
