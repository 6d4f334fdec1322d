package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.goodtiming.scheduler.dev.Broker;

/** Sends random registrations by four clients of three protocols. */
final class FuzzSenders implements AutoCloseable {

  private final Fuzz fuzz;
  private final Broker broker;
  private final ConnectionFactory coreFactory;
  private final ConnectionFactory qpidFactory;
  private JMSContext core;
  private JMSContext qpid;
  private AmqpRegistrant amqp;
  private final StompRegistrant stomp;

  FuzzSenders(Fuzz fuzz, ConnectionFactory coreFactory, Broker broker) {
    this.fuzz = fuzz;
    this.broker = broker;
    this.coreFactory = coreFactory;
    core = coreFactory.createContext();
    String url = "amqp://%s:%d".formatted(broker.host(), broker.port());
    qpidFactory = new JmsConnectionFactory(broker.user(), broker.password(), url);
    qpid = qpidFactory.createContext();
    amqp = new AmqpRegistrant(broker);
    stomp = new StompRegistrant(broker);
  }

  /** Whether the broker has accepted it. */
  boolean send(int number) {
    Map<String, Object> properties = fuzz.properties(number);
    return switch (fuzz.next(10)) {
      case 0 -> send(qpid, "scheduler.jobs.amqp." + broker.user(), properties) || renewQpid();
      case 1, 2 -> sendAmqp(properties) || renewAmqp();
      case 3, 4 -> sendStomp(properties);
      default -> send(core, "scheduler.jobs", properties) || renewCore();
    };
  }

  @Override
  public void close() {
    stomp.close();
    amqp.close();
    qpid.close();
    core.close();
  }

  // The broker closes sessions of some that it refuses
  private boolean renewQpid() {
    closeBroken(qpid);
    qpid = qpidFactory.createContext();
    return false;
  }

  private boolean renewCore() {
    closeBroken(core);
    core = coreFactory.createContext();
    return false;
  }

  private boolean renewAmqp() {
    amqp.close();
    amqp = new AmqpRegistrant(broker);
    return false;
  }

  private static void closeBroken(JMSContext context) {
    try {
      context.close();
    } catch (JMSRuntimeException e) {
      // The broker has closed it already
      return;
    }
  }

  private boolean sendAmqp(Map<String, Object> properties) {
    if (fuzz.next(5) == 0) {
      properties.put(fuzz.name(), fuzz.amqpValue());
    }
    Object body =
        switch (fuzz.next(6)) {
          case 0 -> fuzz.bytes();
          case 1 -> Map.of("a", fuzz.value());
          case 2 -> List.of(fuzz.value(), new Date(0));
          case 3 -> fuzz.value();
          default -> fuzz.text();
        };
    try {
      return amqp.send(body, properties);
    } catch (IllegalArgumentException | IllegalStateException e) {
      return false;
    }
  }

  private boolean sendStomp(Map<String, Object> properties) {
    Map<String, String> headers = new HashMap<>();
    properties.forEach((name, value) -> headers.put(name, value.toString()));
    return fuzz.next(2) == 0
        ? stomp.send(headers, fuzz.bytes(), true)
        : stomp.send(headers, fuzz.text().replace("\0", "").getBytes(UTF_8), false);
  }

  private boolean send(JMSContext context, String address, Map<String, Object> properties) {
    try {
      Queue queue = context.createQueue(address);
      Message message = message(context);
      properties.forEach((name, value) -> setIfLegal(message, name, value));
      context.createProducer().send(queue, message);
      return true;
    } catch (JMSException | JMSRuntimeException e) {
      return false;
    }
  }

  private Message message(JMSContext context) throws JMSException {
    switch (fuzz.next(8)) {
      case 0 -> {
        BytesMessage bytes = context.createBytesMessage();
        bytes.writeBytes(fuzz.bytes());
        return bytes;
      }
      case 1 -> {
        MapMessage map = context.createMapMessage();
        map.setObject("a", fuzz.value());
        return map;
      }
      case 2 -> {
        StreamMessage stream = context.createStreamMessage();
        stream.writeObject(fuzz.value());
        return stream;
      }
      case 3 -> {
        return context.createObjectMessage(new Date(fuzz.next(1000)));
      }
      case 4 -> {
        return context.createMessage();
      }
      default -> {
        return context.createTextMessage(fuzz.text());
      }
    }
  }

  /** The client refuses what JMS forbids. */
  private static void setIfLegal(Message message, String name, Object value) {
    try {
      message.setObjectProperty(name, value);
    } catch (JMSException | IllegalArgumentException e) {
      // Then it is sent without
      return;
    }
  }
}
