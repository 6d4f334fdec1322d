package org.goodtiming.scheduler.targets;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.function.Predicate;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.recovery.CommitMarker;

/** Consumes the messages of worker queues one by one, in the caller's transaction. */
@Singleton
record TargetMessages(
    @Targets ConnectionFactory connectionFactory, CommitMarker marker, MessageReader reader) {

  @Inject
  TargetMessages {}

  /**
   * Waits for a message and works on it. The consumer stays open meanwhile: if the node dies, the
   * broker gives the message to another one at once, and not after its {@code transaction-timeout}.
   *
   * @param work returns whether it has written to the database
   * @return whether there was a message
   */
  boolean next(String queue, Duration patience, Predicate<ReceivedMessage> work) {
    try (JMSContext context = connectionFactory.createContext();
        JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
      Message message = consumer.receive(patience.toMillis());
      if (message == null) {
        return false;
      }
      if (work.test(reader.read(message))) {
        marker.leave(context);
      }
      return true;
    } catch (JMSException e) {
      throw new JMSRuntimeException(
          "cannot read a message of worker queue " + queue, e.getErrorCode(), e);
    }
  }
}
