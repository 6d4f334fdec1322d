package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Sends events to the topic, in a transaction in which the database takes no part. */
@Singleton
record EventSender(ConnectionFactory connectionFactory, NewTransaction transaction) {

  @Inject
  EventSender {}

  /**
   * Sends all events or none; sends them singly if the broker already has one of them, which it
   * then drops.
   */
  void send(List<LifecycleEvent> events) {
    try {
      transaction.run(() -> produce(events));
    } catch (JMSRuntimeException e) {
      throw e;
    } catch (RuntimeException e) {
      // An earlier transaction sent some events without removing them; for any other cause, this
      // fails, too
      transaction.outside(
          () -> {
            produce(events);
            return events;
          });
    }
  }

  private void produce(List<LifecycleEvent> events) {
    try (JMSContext context = connectionFactory.createContext()) {
      // A new object for each batch, so that the client checks whether the topic exists
      Topic topic = context.createTopic(WireContract.EVENT_TOPIC);
      JMSProducer producer = context.createProducer();
      for (LifecycleEvent event : events) {
        producer.send(topic, message(context, event));
      }
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
  }

  private static Message message(JMSContext context, LifecycleEvent event) throws JMSException {
    Message message = context.createTextMessage(event.data().toString());
    for (Map.Entry<String, Object> property : event.properties().entrySet()) {
      message.setObjectProperty(property.getKey(), property.getValue());
    }
    return message;
  }
}
