package org.goodtiming.scheduler.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * A message, free of JMS.
 *
 * @param properties all properties of the message except null values, which JMS treats as absent
 * @param body null if there is none, or it cannot be stored; only the beginning of a body that is
 *     too large
 * @param bodyLength of the whole body
 */
public record ReceivedMessage(
    Kind kind,
    Map<String, Object> properties,
    byte @Nullable [] body,
    long bodyLength,
    Origin origin) {

  /** The kind of body. */
  public enum Kind {
    TEXT("text"),
    /** Text that UTF-8 cannot express; the body is UTF-16BE. */
    BROKEN_TEXT("utf-16", "text"),
    BYTES("bytes"),
    /** The body is a JSON object. */
    MAP("map"),
    /** The body is a JSON array. */
    STREAM("stream"),
    /** The body is the serialized object, never deserialized. */
    OBJECT("object"),
    /** No body at all. */
    MESSAGE("message"),
    /** The body cannot be read. */
    UNREADABLE("unreadable"),
    /** AMQP that cannot be converted to JMS; the body is its text as the broker shows it. */
    AMQP("amqp"),
    /** An AMQP body of a type that the broker does not convert. */
    AMQP_VALUE("amqp", "amqp-value that is neither string nor binary"),
    /** AMQP's null, which the broker converts to an empty text. */
    AMQP_NULL("amqp", "amqp-value null");

    private final String label;
    private final String title;

    Kind(String label) {
      this(label, label);
    }

    Kind(String label, String title) {
      this.label = label;
      this.title = title;
    }

    /** The value for column message_type of the quarantine. */
    public String label() {
      return label;
    }

    public static Kind of(String label) {
      return Arrays.stream(values())
          .filter(kind -> kind.label.equals(label))
          .findFirst()
          .orElse(UNREADABLE);
    }

    /** The name of the type for the registrant, which may have used another protocol than JMS. */
    public String title() {
      return title;
    }
  }

  /**
   * Where the message comes from.
   *
   * @param messageId null where the protocol has none (STOMP)
   * @param sentAt time set by the sender, or time of arrival at the broker; null if neither is
   *     known
   * @param deliveryCount 1 for the first delivery
   */
  public record Origin(
      @Nullable String messageId,
      @Nullable Instant sentAt,
      boolean persistent,
      int deliveryCount,
      Sender sender) {}

  /**
   * A property that the broker may not have converted exactly.
   *
   * @param type of the sender's protocol, if known
   * @param text the converted value
   */
  public record Inexact(String type, String text) {

    @Override
    public String toString() {
      return text;
    }
  }

  /** A message whose body is complete. */
  public ReceivedMessage(
      Kind kind, Map<String, Object> properties, byte @Nullable [] body, Origin origin) {
    this(kind, properties, body, body == null ? 0 : body.length, origin);
  }

  /**
   * Not a compact constructor, from which javac 17 would omit {@code @Nullable} for other modules.
   */
  public ReceivedMessage(
      Kind kind,
      Map<String, Object> properties,
      byte @Nullable [] body,
      long bodyLength,
      Origin origin) {
    this.kind = kind;
    this.properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    this.body = body;
    this.bodyLength = bodyLength;
    this.origin = origin;
  }

  /** Returns a copy with another text as its body. */
  public ReceivedMessage withText(String text) {
    return StorableText.isEncodable(text)
        ? new ReceivedMessage(Kind.TEXT, properties, text.getBytes(UTF_8), origin)
        : new ReceivedMessage(Kind.BROKEN_TEXT, properties, StorableText.utf16(text), origin);
  }

  public ReceivedMessage withProperties(Map<String, Object> others) {
    return new ReceivedMessage(kind, others, body, bodyLength, origin);
  }

  /** Returns a copy without a send time, like a message of a protocol that has none. */
  public ReceivedMessage withoutSendTime() {
    Origin other =
        new Origin(
            origin.messageId(), null, origin.persistent(), origin.deliveryCount(), origin.sender());
    return new ReceivedMessage(kind, properties, body, bodyLength, other);
  }

  /** The body as text; null if it is none. */
  public @Nullable String text() {
    if (body == null) {
      return null;
    }
    return switch (kind) {
      case TEXT -> new String(body, UTF_8);
      case BROKEN_TEXT -> StorableText.ofUtf16(body);
      case BYTES, MAP, STREAM, OBJECT, MESSAGE, UNREADABLE, AMQP, AMQP_VALUE, AMQP_NULL -> null;
    };
  }

  /** The run that the message says it belongs to; null if it names none. */
  public @Nullable UUID fireId() {
    Object value = properties.get(WireContract.FIRE_ID);
    try {
      return value == null ? null : UUID.fromString(value.toString());
    } catch (IllegalArgumentException notFromTheScheduler) {
      return null;
    }
  }

  /** Whether only the beginning of the body was read. */
  public boolean isCut() {
    return body != null && body.length < bodyLength;
  }

  public boolean isRedelivered() {
    return origin.deliveryCount() > 1;
  }
}
