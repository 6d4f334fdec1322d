package org.goodtiming.scheduler.api;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import jakarta.json.JsonObject;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A due job as delivered to its worker. Immutable; {@link #of} reads the whole message.
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
  private final @Nullable String definition;
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
  private final @Nullable String checkpoint;
  private final List<ParentRun> parents;
  private final @Nullable JobBatchEnd batchEnd;
  private final @Nullable String batch;
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
    definition = message.getStringProperty(WireContract.DEFINED_BY);
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
    checkpoint = message.getStringProperty(WireContract.CHECKPOINT);
    String parentEnds = message.getStringProperty(WireContract.PARENTS);
    if (parentEnds == null) {
      parents = List.of();
      batchEnd = null;
    } else {
      List<JsonObject> ends = ParentRun.ends(parentEnds);
      parents = ParentRun.of(ends);
      batchEnd = JobBatchEnd.of(ends);
    }
    batch = message.getStringProperty(WireContract.BATCH);
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
      throw JobSchedulerException.unreadable(e);
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
   * The id of this due run of the job; the same at each redelivery. Use it to recognize a repeated
   * run where a repetition would do harm.
   */
  public String fireId() {
    return fireId;
  }

  /**
   * The number of the attempt of this run, from 1. The next attempt follows when all deliveries of
   * the broker have failed and a retry policy applies, or when the worker of a tracked run failed,
   * was silent, exceeded its limit, postponed the run or returned it.
   */
  public long attempt() {
    return attempt;
  }

  /**
   * The checkpoint that an earlier attempt of a tracked run saved, a JSON value; null if there is
   * none.
   */
  public @Nullable String checkpoint() {
    return checkpoint;
  }

  /**
   * How the parents of the job have ended, those first that have not finished; at most {@link
   * WireContract#MAX_PARENTS_DELIVERED}. Empty if it was not registered after others.
   */
  public List<ParentRun> parents() {
    return parents;
  }

  /**
   * How the job batch has ended for which the job has waited; null if it was not registered after
   * one.
   */
  public @Nullable JobBatchEnd batchEnd() {
    return batchEnd;
  }

  /** Id of the job batch of which the job is a member; null if it is in none. */
  public @Nullable String batch() {
    return batch;
  }

  /** Epoch of the lease under which the job was dispatched; increases with each takeover. */
  public long epoch() {
    return epoch;
  }

  /**
   * How often the broker has delivered the message, from 1. A value greater than 1 means that a
   * worker failed, or did not finish.
   */
  public int deliveryCount() {
    return deliveryCount;
  }

  /** The definition that the registration named; null if it named none. */
  public @Nullable String definition() {
    return definition;
  }

  /**
   * Login of the registrant, as validated by the broker; null if the job was written to the
   * database by hand.
   */
  public @Nullable String registeredBy() {
    return registeredBy;
  }

  /** Media type of the payload; null if the registrant gave none. */
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

  /** The queue for a reply, also in JMSReplyTo; null if the registrant gave none. */
  public @Nullable String replyTo() {
    return replyTo;
  }

  /** When the message expires in the broker; null if it does not expire. */
  public @Nullable Instant expiresAt() {
    return expiresAt;
  }

  /** Locale of the registrant; null if the registrant gave none. */
  public @Nullable Locale locale() {
    return locale == null ? null : Locale.forLanguageTag(locale);
  }

  /** The run of the schedule; null if the job does not recur. */
  public @Nullable ScheduledRun scheduledRun() {
    return scheduledRun;
  }

  /** W3C trace context of the registrant; null if the registrant gave none. */
  public @Nullable String traceparent() {
    return traceparent;
  }

  /** W3C trace context of the registrant; null if the registrant gave none. */
  public @Nullable String tracestate() {
    return tracestate;
  }

  /** True if the payload is text, false if it is bytes. */
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
   * A user property.
   *
   * @param name begins with {@code x_}
   * @return String, Long, Double or Boolean; null if there is no property of this name
   */
  public @Nullable Object property(String name) {
    return properties.get(name);
  }

  /** All user properties: String, Long, Double or Boolean, by names that begin with {@code x_}. */
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
