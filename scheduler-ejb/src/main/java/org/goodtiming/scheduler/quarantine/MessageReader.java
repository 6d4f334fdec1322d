package org.goodtiming.scheduler.quarantine;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
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
import org.goodtiming.scheduler.quarantine.ReceivedMessage.Kind;
import org.goodtiming.scheduler.quarantine.ReceivedMessage.Origin;
import org.jspecify.annotations.Nullable;

/** Takes JMS messages apart without judging, and without deserializing anything. */
public final class MessageReader {

  private static final List<String> PRODUCER_PROPERTIES =
      List.of("JMSXUserID", "_AMQ_VALIDATED_USER", "__AMQ_CID");

  private static final Logger LOG = System.getLogger(MessageReader.class.getName());

  private static final int DELIVERIES_BEFORE_UNREADABLE = 2;
  private static final String UNKNOWN = "an unknown producer";

  private MessageReader() {}

  /**
   * What cannot be read at its third delivery is passed on as unreadable: before, it may have been
   * the connection.
   *
   * @throws JMSException if it cannot be read now
   */
  public static ReceivedMessage read(Message message) throws JMSException {
    try {
      return readAll(message);
    } catch (JMSException | RuntimeException e) {
      if (deliveryCount(message) <= DELIVERIES_BEFORE_UNREADABLE) {
        throw e;
      }
      LOG.log(Level.WARNING, "SCHED-0164 message %s is unreadable".formatted(idOf(message)), e);
      return unreadable(message);
    }
  }

  private static ReceivedMessage readAll(Message message) throws JMSException {
    Map<String, Object> properties = properties(message);
    Origin origin = origin(message, properties);
    if (message instanceof TextMessage text) {
      return text(Objects.requireNonNullElse(text.getText(), ""), properties, origin);
    }
    if (message instanceof BytesMessage bytes) {
      return new ReceivedMessage(Kind.BYTES, properties, content(bytes), origin);
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
    Origin origin = new Origin(idOf(message), null, true, deliveryCount(message), UNKNOWN);
    try {
      properties.putAll(properties(message));
      origin = origin(message, properties);
    } catch (JMSException | RuntimeException e) {
      LOG.log(Level.DEBUG, "nor can its properties be read", e);
    }
    return new ReceivedMessage(Kind.UNREADABLE, properties, null, origin);
  }

  private static ReceivedMessage text(String text, Map<String, Object> properties, Origin origin) {
    return StorableText.isEncodable(text)
        ? new ReceivedMessage(Kind.TEXT, properties, text.getBytes(UTF_8), origin)
        : new ReceivedMessage(Kind.BROKEN_TEXT, properties, text.getBytes(UTF_16BE), origin);
  }

  private static byte[] content(BytesMessage message) throws JMSException {
    byte[] content = new byte[Math.toIntExact(message.getBodyLength())];
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
      // JMS has no other sign of the end
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

  private static Origin origin(Message message, Map<String, Object> properties)
      throws JMSException {
    long timestamp = message.getJMSTimestamp();
    return new Origin(
        message.getJMSMessageID(),
        timestamp == 0 ? null : Instant.ofEpochMilli(timestamp),
        message.getJMSDeliveryMode() == DeliveryMode.PERSISTENT,
        deliveryCount(message),
        producer(properties));
  }

  private static int deliveryCount(Message message) {
    try {
      return message.getObjectProperty("JMSXDeliveryCount") instanceof Number count
          ? count.intValue()
          : message.getJMSRedelivered() ? 2 : 1;
    } catch (JMSException | RuntimeException e) {
      // Not even that: the broker counts up to its limit, then it is a dead letter
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

  /** The broker tells the user only if it is configured to; then the worker queue says most. */
  private static String producer(Map<String, Object> properties) {
    return PRODUCER_PROPERTIES.stream()
        .filter(properties::containsKey)
        .map(name -> name + " " + properties.get(name))
        .findFirst()
        .orElse("an unnamed producer of jobs for " + properties.get(WireContract.QUEUE));
  }
}
