package org.goodtiming.scheduler.registration;

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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.registration.RegistrationMessage.Kind;
import org.goodtiming.scheduler.registration.RegistrationMessage.Origin;
import org.jspecify.annotations.Nullable;

/** Takes JMS messages apart without judging, and without deserializing anything. */
final class MessageReader {

  private static final List<String> PRODUCER_PROPERTIES =
      List.of("JMSXUserID", "_AMQ_VALIDATED_USER", "__AMQ_CID");

  private MessageReader() {}

  static RegistrationMessage read(Message message) throws JMSException {
    Map<String, Object> properties = properties(message);
    Origin origin = origin(message, properties);
    if (message instanceof TextMessage text) {
      return text(Objects.requireNonNullElse(text.getText(), ""), properties, origin);
    }
    if (message instanceof BytesMessage bytes) {
      return new RegistrationMessage(Kind.BYTES, properties, content(bytes), origin);
    }
    if (message instanceof MapMessage map) {
      byte[] json = MessageJson.object(content(map)).getBytes(UTF_8);
      return new RegistrationMessage(Kind.MAP, properties, json, origin);
    }
    if (message instanceof StreamMessage stream) {
      byte[] json = MessageJson.array(content(stream)).getBytes(UTF_8);
      return new RegistrationMessage(Kind.STREAM, properties, json, origin);
    }
    if (message instanceof ObjectMessage object) {
      byte[] serialized = SerializedObject.of(object);
      return new RegistrationMessage(Kind.OBJECT, properties, serialized, origin);
    }
    return new RegistrationMessage(Kind.MESSAGE, properties, null, origin);
  }

  private static RegistrationMessage text(
      String text, Map<String, Object> properties, Origin origin) {
    return StorableText.isEncodable(text)
        ? new RegistrationMessage(Kind.TEXT, properties, text.getBytes(UTF_8), origin)
        : new RegistrationMessage(Kind.BROKEN_TEXT, properties, text.getBytes(UTF_16BE), origin);
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
    return properties;
  }

  private static Origin origin(Message message, Map<String, Object> properties)
      throws JMSException {
    long timestamp = message.getJMSTimestamp();
    return new Origin(
        message.getJMSMessageID(),
        timestamp == 0 ? null : Instant.ofEpochMilli(timestamp),
        message.getJMSDeliveryMode() == DeliveryMode.PERSISTENT,
        message.getObjectProperty("JMSXDeliveryCount") instanceof Number count
            ? count.intValue()
            : message.getJMSRedelivered() ? 2 : 1,
        producer(properties));
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
