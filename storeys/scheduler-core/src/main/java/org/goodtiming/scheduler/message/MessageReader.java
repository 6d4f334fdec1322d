package org.goodtiming.scheduler.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Reads JMS messages into plain values, without rules and without deserializing objects.
 *
 * @param maxBytes a larger body of bytes is not read whole, but up to one byte more, so that it is
 *     too large for all who look at it later
 */
public record MessageReader(int maxBytes) {

  private static final Logger LOG = System.getLogger(MessageReader.class.getName());

  private static final String AMQP_QUEUE = WireContract.REGISTRATION_QUEUE + ".amqp";

  // Set by Artemis where it diverts or moves a message
  private static final String ORIGINAL_ADDRESS = "_AMQ_ORIG_ADDRESS";

  // Set by Artemis where it converts an AMQP message, which then has at least one of them: the
  // annotation with the time at which the broker got it
  private static final String CONVERTED_FROM_AMQP = "JMS_AMQP_MA_x-opt-ingress-time";

  private static final List<String> INGRESS_TIMES =
      List.of(CONVERTED_FROM_AMQP, "_AMQ_INGRESS_TIMESTAMP");

  private static final int DELIVERIES_BEFORE_UNREADABLE = 2;

  /**
   * A message that cannot be read at its third delivery is passed on as unreadable; earlier
   * failures may be caused by the connection.
   *
   * @throws JMSException if it cannot be read now
   */
  public ReceivedMessage read(Message message) throws JMSException {
    try {
      return readAll(message);
    } catch (JMSException | RuntimeException | StackOverflowError e) {
      if (deliveryCount(message) <= DELIVERIES_BEFORE_UNREADABLE) {
        throw e;
      }
      LOG.log(Level.WARNING, "SCHED-0164 message %s is unreadable".formatted(idOf(message)), e);
      return unreadable(message);
    }
  }

  private ReceivedMessage readAll(Message message) throws JMSException {
    Map<String, Object> properties = properties(message);
    Origin origin = origin(message);
    if (message instanceof TextMessage text) {
      return new ReceivedMessage(Kind.TEXT, properties, null, origin)
          .withText(Objects.requireNonNullElse(text.getText(), ""));
    }
    if (message instanceof BytesMessage bytes) {
      return new ReceivedMessage(
          Kind.BYTES, properties, content(bytes), bytes.getBodyLength(), origin);
    }
    if (message instanceof MapMessage map) {
      byte[] json = MessageJson.object(content(map)).getBytes(UTF_8);
      return new ReceivedMessage(Kind.MAP, properties, json, origin);
    }
    if (message instanceof StreamMessage stream) {
      byte[] json = MessageJson.array(content(stream)).getBytes(UTF_8);
      return new ReceivedMessage(Kind.STREAM, properties, json, origin);
    }
    if (message instanceof ObjectMessage object) {
      byte[] serialized = SerializedObject.of(object);
      return new ReceivedMessage(Kind.OBJECT, properties, serialized, origin);
    }
    return new ReceivedMessage(Kind.MESSAGE, properties, null, origin);
  }

  private static ReceivedMessage unreadable(Message message) {
    Map<String, Object> properties = new LinkedHashMap<>();
    Origin origin = new Origin(idOf(message), null, true, deliveryCount(message), Sender.UNKNOWN);
    try {
      properties.putAll(properties(message));
      origin = origin(message);
    } catch (JMSException | RuntimeException e) {
      LOG.log(Level.DEBUG, "nor can its properties be read", e);
    }
    return new ReceivedMessage(Kind.UNREADABLE, properties, null, origin);
  }

  private byte[] content(BytesMessage message) throws JMSException {
    byte[] content = new byte[(int) Math.min(message.getBodyLength(), maxBytes + 1L)];
    message.reset();
    message.readBytes(content);
    return content;
  }

  private static Map<String, @Nullable Object> content(MapMessage message) throws JMSException {
    Map<String, @Nullable Object> content = new LinkedHashMap<>();
    for (Object name : Collections.list(message.getMapNames())) {
      content.put((String) name, message.getObject((String) name));
    }
    return content;
  }

  private static List<@Nullable Object> content(StreamMessage message) throws JMSException {
    List<@Nullable Object> content = new ArrayList<>();
    message.reset();
    try {
      while (true) {
        content.add(message.readObject());
      }
    } catch (MessageEOFException e) {
      // JMS signals the end of the body only by this exception
      return content;
    }
  }

  private static Map<String, Object> properties(Message message) throws JMSException {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Object name : Collections.list(message.getPropertyNames())) {
      Object value = message.getObjectProperty((String) name);
      if (value != null) {
        properties.put((String) name, value);
      }
    }
    properties.put("JMSPriority", message.getJMSPriority());
    return properties;
  }

  private static Origin origin(Message message) throws JMSException {
    return new Origin(
        message.getJMSMessageID(),
        sentAt(message),
        message.getJMSDeliveryMode() == DeliveryMode.PERSISTENT,
        deliveryCount(message),
        sender(message));
  }

  /**
   * The send time; for a message without it, the time of arrival at the broker, where it may wait.
   */
  private static @Nullable Instant sentAt(Message message) throws JMSException {
    long timestamp = message.getJMSTimestamp();
    if (timestamp != 0) {
      return Instant.ofEpochMilli(timestamp);
    }
    for (String name : INGRESS_TIMES) {
      if (message.getObjectProperty(name) instanceof Number arrival) {
        return Instant.ofEpochMilli(arrival.longValue());
      }
    }
    return null;
  }

  private static int deliveryCount(Message message) {
    try {
      return message.getObjectProperty("JMSXDeliveryCount") instanceof Number count
          ? count.intValue()
          : message.getJMSRedelivered() ? 2 : 1;
    } catch (JMSException | RuntimeException e) {
      // Not even the delivery count: at the broker's limit, the message becomes a dead letter
      return 1;
    }
  }

  private static @Nullable String idOf(Message message) {
    try {
      return message.getJMSMessageID();
    } catch (JMSException | RuntimeException e) {
      return null;
    }
  }

  private static Sender sender(Message message) throws JMSException {
    String at = nameOf(message.getJMSDestination());
    boolean moved = !WireContract.REGISTRATION_QUEUE.equals(at);
    String original = moved ? message.getStringProperty(ORIGINAL_ADDRESS) : null;
    return new Sender(
        login(message, at, original), original == null ? at : original, replyTo(message));
  }

  /** An AMQP client chooses its user id itself, so only the address proves its login. */
  private static @Nullable String login(
      Message message, @Nullable String at, @Nullable String original) throws JMSException {
    if (AMQP_QUEUE.equals(at)) {
      return original != null && original.startsWith(WireContract.AMQP_REGISTRATION_PREFIX)
          ? original.substring(WireContract.AMQP_REGISTRATION_PREFIX.length())
          : null;
    }
    return message.propertyExists(CONVERTED_FROM_AMQP)
        ? null
        : message.getStringProperty("JMSXUserID");
  }

  private static @Nullable String replyTo(Message message) throws JMSException {
    Destination replyTo = message.getJMSReplyTo();
    if (replyTo == null) {
      return null;
    }
    String name = nameOf(replyTo);
    // STOMP names it without a type, and Artemis does not present it to JMS clients as a queue
    return name == null ? message.getStringProperty("JMSReplyTo") : name;
  }

  private static @Nullable String nameOf(@Nullable Destination destination) throws JMSException {
    return destination instanceof Queue queue ? queue.getQueueName() : null;
  }
}
