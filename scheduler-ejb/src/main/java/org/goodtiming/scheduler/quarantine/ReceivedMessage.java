package org.goodtiming.scheduler.quarantine;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message, free of JMS.
 *
 * @param properties all that the message has; without those that are null, which to JMS are absent
 * @param body null if there is none, or none that can be kept
 */
public record ReceivedMessage(
    Kind kind, Map<String, Object> properties, byte @Nullable [] body, Origin origin) {

  /** What the body is. */
  public enum Kind {
    TEXT("text"),
    /** Text that UTF-8 cannot express; the body is UTF-16BE. */
    BROKEN_TEXT("text"),
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
    /** AMQP that does not fit JMS; the body is its text as the broker shows it. */
    AMQP("amqp");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** As in column message_type of the quarantine. */
    public String label() {
      return label;
    }
  }

  /**
   * Where the message comes from.
   *
   * @param messageId null where the protocol has none (STOMP)
   * @param sentAt null where the protocol has none
   * @param deliveryCount 1 for the first delivery
   * @param producer user or client as far as the broker knows
   */
  public record Origin(
      @Nullable String messageId,
      @Nullable Instant sentAt,
      boolean persistent,
      int deliveryCount,
      String producer) {}

  public ReceivedMessage {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  ReceivedMessage withBody(byte[] other) {
    return new ReceivedMessage(kind, properties, other, origin);
  }

  public int bodyLength() {
    return body == null ? 0 : body.length;
  }

  public boolean isRedelivered() {
    return origin.deliveryCount() > 1;
  }
}
