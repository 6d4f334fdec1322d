package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import java.io.Serializable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** An application that registers by plain JMS and waits for its receipts. */
final class Registrant implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String QUEUE = "test.registration";

  /** What the scheduler answered. */
  record Receipt(Message message) {

    String status() {
      return (String) property("scheduler_status");
    }

    Object property(String name) {
      try {
        return message.getObjectProperty(name);
      } catch (JMSException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private final JMSContext context;
  private final Queue jobs;
  private final Queue replies;
  private final JMSConsumer receipts;

  Registrant(ConnectionFactory connectionFactory) {
    context = connectionFactory.createContext();
    jobs = context.createQueue("scheduler.jobs");
    replies = context.createTemporaryQueue();
    receipts = context.createConsumer(replies);
  }

  private Message message(String text, Map<String, Object> properties) {
    return withProperties(context.createTextMessage(text), properties);
  }

  Receipt ask(String text, Map<String, Object> properties) {
    return ask(message(text, properties));
  }

  Receipt askBytes(byte[] bytes, Map<String, Object> properties) {
    try {
      BytesMessage message = context.createBytesMessage();
      message.writeBytes(bytes);
      return ask(withProperties(message, properties));
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  Receipt askObject(Serializable object, Map<String, Object> properties) {
    return ask(withProperties(context.createObjectMessage(object), properties));
  }

  Receipt askMap(Map<String, String> map, Map<String, Object> properties) {
    try {
      MapMessage message = context.createMapMessage();
      for (Map.Entry<String, String> entry : map.entrySet()) {
        message.setString(entry.getKey(), entry.getValue());
      }
      return ask(withProperties(message, properties));
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  Receipt askStream(List<Object> values, Map<String, Object> properties) {
    try {
      StreamMessage message = context.createStreamMessage();
      for (Object value : values) {
        message.writeObject(value);
      }
      return ask(withProperties(message, properties));
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends now what the broker delivers a second and a half later: others overtake it. */
  void sendHeldUp(String text, Map<String, Object> properties) {
    JMSProducer producer = context.createProducer().setDeliveryDelay(1500);
    producer.setJMSReplyTo(replies).send(jobs, message(text, properties));
    // Artemis' producers of one context share their settings.
    producer.setDeliveryDelay(0);
  }

  void send(String text, Map<String, Object> properties) {
    context.createProducer().send(jobs, message(text, properties));
  }

  void sendNonPersistent(String text, Map<String, Object> properties) {
    context
        .createProducer()
        .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
        .send(jobs, message(text, properties));
  }

  void sendAll(int count, IntFunction<Map<String, Object>> properties) {
    JMSProducer producer = context.createProducer();
    for (int i = 0; i < count; i++) {
      producer.send(jobs, message("job " + i, properties.apply(i)));
    }
  }

  @Override
  public void close() {
    context.close();
  }

  private Receipt ask(Message message) {
    context.createProducer().setJMSReplyTo(replies).send(jobs, message);
    return receipt();
  }

  /** The receipt is read later. */
  void sendForReceipt(Map<String, Object> properties) {
    context.createProducer().setJMSReplyTo(replies).send(jobs, message("", properties));
  }

  Receipt receipt() {
    Message message = receipts.receive(PATIENCE.toMillis());
    assertThat(message).as("a receipt within %s", PATIENCE).isNotNull();
    return new Receipt(message);
  }

  private static <M extends Message> M withProperties(M message, Map<String, Object> properties) {
    Map<String, Object> all = new HashMap<>(properties);
    all.putIfAbsent("scheduler_queue", QUEUE);
    try {
      for (Map.Entry<String, Object> property : all.entrySet()) {
        message.setObjectProperty(property.getKey(), property.getValue());
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
    return message;
  }
}
