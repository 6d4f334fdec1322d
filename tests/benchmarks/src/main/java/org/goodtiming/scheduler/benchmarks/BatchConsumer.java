package org.goodtiming.scheduler.benchmarks;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes what is in a queue, up to 1,000 messages in a transaction. */
public record BatchConsumer(ConnectionFactory connectionFactory, String queue, Loop loop) {
  public static final int BATCH = 1000;

  private static final Duration PATIENCE = Duration.ofMillis(200);

  /** Takes nothing before it is started. */
  public BatchConsumer(ConnectionFactory connectionFactory, String queue) {
    this(connectionFactory, queue, new Loop("consumer of " + queue));
  }

  /** Hands the body of each message to the handler. */
  public void start(Consumer<String> handler) {
    loop.start(going -> consume(going, handler));
  }

  /** Returns when it has ended; throws what it failed at. */
  public void stop() throws InterruptedException, ExecutionException {
    loop.stop();
  }

  private void consume(BooleanSupplier going, Consumer<String> handler) throws JMSException {
    try (var context = connectionFactory.createContext(Session.SESSION_TRANSACTED);
        var consumer = context.createConsumer(context.createQueue(queue))) {
      while (going.getAsBoolean()) {
        batch(context, consumer, handler);
      }
    }
  }

  private static void batch(JMSContext context, JMSConsumer consumer, Consumer<String> handler)
      throws JMSException {
    @Nullable Message message = consumer.receive(PATIENCE.toMillis());
    for (int taken = 1; message != null; taken++) {
      handler.accept(message.getBody(String.class));
      message = taken < BATCH ? consumer.receiveNoWait() : null;
    }
    context.commit();
  }
}
