package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.JobDelivery;

/** A worker outside the server that takes what a queue has for it. */
final class Worker implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A delivery and when it came, by the clock that the test chose. */
  record Received(JobDelivery delivery, Instant at) {}

  private final JMSContext context;
  private final JMSConsumer consumer;

  Worker(ConnectionFactory connectionFactory, String queue) {
    context = connectionFactory.createContext();
    consumer = context.createConsumer(context.createQueue(queue));
  }

  JobDelivery receive() {
    return receive(PATIENCE);
  }

  JobDelivery receive(Duration patience) {
    return JobDelivery.of(receiveMessage(patience));
  }

  Message receiveMessage() {
    return receiveMessage(PATIENCE);
  }

  private Message receiveMessage(Duration patience) {
    Message message = consumer.receive(patience.toMillis());
    assertThat(message).as("a job within %s", patience).isNotNull();
    return message;
  }

  List<Received> receive(int count, Supplier<Instant> clock) {
    return receive(count, PATIENCE, clock);
  }

  List<Received> receive(int count, Duration patience, Supplier<Instant> clock) {
    List<Received> received = new ArrayList<>();
    while (received.size() < count) {
      JobDelivery delivery = receive(patience);
      received.add(new Received(delivery, clock.get()));
    }
    return received;
  }

  /** Whether the queue stays empty for a while. */
  boolean nothingMore() {
    return consumer.receive(2_000) == null;
  }

  @Override
  public void close() {
    context.close();
  }
}
