package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityRuntimeException;
import java.util.UUID;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.recovery.CommitMarker;

/** The messages of runs that wait in worker queues, in the caller's transaction. */
@Singleton
record RunMessages(ConnectionFactory connectionFactory, CommitMarker marker) {

  @Inject
  RunMessages {}

  /**
   * Removes the message of a run; false if there is none, or if the scheduler may not consume from
   * the queue.
   */
  boolean remove(UUID fireId, String queue) {
    String selector = "%s = '%s'".formatted(WireContract.FIRE_ID, fireId);
    try (JMSContext context = connectionFactory.createContext();
        JMSConsumer consumer = context.createConsumer(context.createQueue(queue), selector)) {
      boolean found = false;
      while (consumer.receiveNoWait() != null) {
        found = true; // A run that was returned may have a second message
      }
      marker.leave(context);
      return found;
    } catch (JMSSecurityRuntimeException | InvalidDestinationRuntimeException e) {
      return false;
    } catch (JMSException e) {
      throw new JMSRuntimeException(
          "cannot remove run " + fireId + " from its worker queue", e.getErrorCode(), e);
    }
  }
}
