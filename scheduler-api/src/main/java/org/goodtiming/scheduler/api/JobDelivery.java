package org.goodtiming.scheduler.api;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A due job as its worker gets it. Immutable; read from the message once and whole.
 *
 * <pre>{@code
 * public void onMessage(Message message) {
 *   JobDelivery job = JobDelivery.of(message);
 *   check(job.jobId(), job.text());
 * }
 * }</pre>
 */
public final class JobDelivery {

  private final JobKey key;
  private final Instant dueAt;
  private final String fireId;
  private final long attempt;
  private final long epoch;
  private final int deliveryCount;
  private final @Nullable String registeredBy;
  private final @Nullable String contentType;
  private final @Nullable String type;
  private final @Nullable String correlationId;
  private final @Nullable String replyTo;
  private final @Nullable Instant expiresAt;
  private final @Nullable String locale;
  private final @Nullable String traceparent;
  private final @Nullable String tracestate;
  private final @Nullable ScheduledRun scheduledRun;
  private final Map<String, Object> properties;
  private final @Nullable String text;
  private final byte[] bytes;

  private JobDelivery(Message message) throws JMSException {
    key = new JobKey(required(message, WireContract.QUEUE), required(message, WireContract.JOB_ID));
    required(message, WireContract.DUE_AT);
    dueAt = Instant.ofEpochMilli(message.getLongProperty(WireContract.DUE_AT));
    fireId = required(message, WireContract.FIRE_ID);
    required(message, WireContract.ATTEMPT);
    attempt = message.getLongProperty(WireContract.ATTEMPT);
    required(message, WireContract.EPOCH);
    epoch = message.getLongProperty(WireContract.EPOCH);
    deliveryCount = message.getIntProperty("JMSXDeliveryCount");
    registeredBy = message.getStringProperty(WireContract.REGISTERED_BY);
    contentType = message.getStringProperty(WireContract.CONTENT_TYPE);
    type = message.getJMSType();
    correlationId = message.getJMSCorrelationID();
    replyTo = message.getStringProperty(WireContract.REPLY_TO);
    long expiration = message.getJMSExpiration();
    expiresAt = expiration == 0 ? null : Instant.ofEpochMilli(expiration);
    locale = message.getStringProperty(WireContract.LOCALE);
    traceparent = message.getStringProperty(WireContract.TRACEPARENT);
    tracestate = message.getStringProperty(WireContract.TRACESTATE);
    scheduledRun = ScheduledRun.of(message);
    properties = userProperties(message);
    text =
        message instanceof TextMessage body ? Objects.requireNonNullElse(body.getText(), "") : null;
    bytes = message instanceof BytesMessage body ? content(body) : new byte[0];
  }

  /**
   * Reads a message of a worker queue.
   *
   * @throws JobSchedulerException if it does not come from the scheduler, or cannot be read
   */
  public static JobDelivery of(Message message) {
    try {
      return new JobDelivery(message);
    } catch (JMSException | NumberFormatException e) {
      throw new JobSchedulerException(
          "SCHED-0003 cannot read the message as a job: " + e.getMessage(), e);
    }
  }

  /** Worker queue and job id. */
  public JobKey key() {
    return key;
  }

  /** The business identification. */
  public String jobId() {
    return key.jobId();
  }

  /** When the job was due, by the database's clock; to the millisecond. */
  public Instant dueAt() {
    return dueAt;
  }

  /**
   * One value for each due run of a job, the same at each redelivery: remember it where a second
   * run would do harm.
   */
  public String fireId() {
    return fireId;
  }

  /** The number of the attempt to dispatch the job, from 1. */
  public long attempt() {
    return attempt;
  }

  /** Epoch of the lease under which the job was dispatched; grows with every takeover. */
  public long epoch() {
    return epoch;
  }

  /**
   * How often the broker has delivered it, from 1: more than 1 after a worker failed or did not
   * come to its end.
   */
  public int deliveryCount() {
    return deliveryCount;
  }

  /**
   * The registrant's principal: its login, as the broker has validated it; null if the job was
   * written to the database by hand.
   */
  public @Nullable String registeredBy() {
    return registeredBy;
  }

  /** As the registrant gave it; null if it did not. */
  public @Nullable String contentType() {
    return contentType;
  }

  /** JMSType; null if the registrant gave none. */
  public @Nullable String type() {
    return type;
  }

  /** JMSCorrelationID; null if the registrant gave none. */
  public @Nullable String correlationId() {
    return correlationId;
  }

  /** The queue for an answer, which JMSReplyTo names, too; null if the registrant gave none. */
  public @Nullable String replyTo() {
    return replyTo;
  }

  /** From when on the broker does not deliver it any more; null: it delivers it at any time. */
  public @Nullable Instant expiresAt() {
    return expiresAt;
  }

  /** Of the registrant; null if it gave none. */
  public @Nullable Locale locale() {
    return locale == null ? null : Locale.forLanguageTag(locale);
  }

  /** Which run of its schedule it is; null if the job does not recur. */
  public @Nullable ScheduledRun scheduledRun() {
    return scheduledRun;
  }

  /** W3C trace context of the registrant; null if it gave none. */
  public @Nullable String traceparent() {
    return traceparent;
  }

  /** W3C trace context of the registrant; null if it gave none. */
  public @Nullable String tracestate() {
    return tracestate;
  }

  /** Whether the payload is text; otherwise it is bytes. */
  public boolean isText() {
    return text != null;
  }

  /**
   * The payload as text.
   *
   * @throws IllegalStateException if the payload is bytes
   */
  public String text() {
    if (text == null) {
      throw new IllegalStateException("the payload of " + key + " is bytes: call bytes()");
    }
    return text;
  }

  /**
   * The payload as bytes.
   *
   * @throws IllegalStateException if the payload is text
   */
  public byte[] bytes() {
    if (text != null) {
      throw new IllegalStateException("the payload of " + key + " is text: call text()");
    }
    return bytes.clone();
  }

  /**
   * A property of the user's own.
   *
   * @param name begins with {@code x_}
   * @return String, Long, Double or Boolean; null if the registrant gave none of this name
   */
  public @Nullable Object property(String name) {
    return properties.get(name);
  }

  /** All properties of the user's own: String, Long, Double or Boolean by names with {@code x_}. */
  public Map<String, Object> properties() {
    return properties;
  }

  @Override
  public String toString() {
    return "JobDelivery[%s due %s, fire %s, attempt %d, delivery %d]"
        .formatted(key, dueAt, fireId, attempt, deliveryCount);
  }

  private static String required(Message message, String name) throws JMSException {
    String value = message.getStringProperty(name);
    if (value == null) {
      throw new JobSchedulerException(
          "SCHED-0002 message %s has no property %s: only the scheduler may write to a worker queue"
              .formatted(message.getJMSMessageID(), name));
    }
    return value;
  }

  private static Map<String, Object> userProperties(Message message) throws JMSException {
    Map<String, Object> found = new HashMap<>();
    for (Object each : Collections.list(message.getPropertyNames())) {
      String name = (String) each;
      if (name.startsWith(WireContract.USER_PREFIX)) {
        found.put(name, message.getObjectProperty(name));
      }
    }
    return Collections.unmodifiableMap(found);
  }

  private static byte[] content(BytesMessage message) throws JMSException {
    byte[] content = new byte[Math.toIntExact(message.getBodyLength())];
    message.reset();
    message.readBytes(content);
    return content;
  }
}
