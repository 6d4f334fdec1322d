package org.goodtiming.scheduler.api;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of a job, a schedule, a worker queue, a lease or a job batch, read from a message of
 * {@link WireContract#EVENT_TOPIC}. Immutable.
 *
 * <pre>{@code
 * void failed(@Observes @LifecycleEventType("job.failed") LifecycleEvent event) {
 *   alarm(event.jobId(), event.message());
 * }
 * }</pre>
 *
 * @see LifecycleEventListener
 */
public final class LifecycleEvent {

  private static final JsonProvider JSON = JsonProvider.provider();

  private final String id;
  private final String type;
  private final String subject;
  private final Instant at;
  private final long sequence;
  private final JsonObject data;

  private LifecycleEvent(Message message) throws JMSException {
    id = attribute(message, "id");
    type = withoutPrefix(attribute(message, "type"));
    subject = attribute(message, "subject");
    at = Instant.parse(attribute(message, "time"));
    sequence = Long.parseLong(attribute(message, "sequence"));
    data = data(Objects.requireNonNullElse(message.getBody(String.class), ""));
  }

  /**
   * Reads a message of the topic.
   *
   * @throws JobSchedulerException if it is not an event of the scheduler, or cannot be read
   */
  public static LifecycleEvent of(Message message) {
    try {
      return new LifecycleEvent(message);
    } catch (JMSException | JsonException | DateTimeException | NumberFormatException e) {
      throw new JobSchedulerException(
          "SCHED-0036 cannot read the message as a lifecycle event: " + e.getMessage(), e);
    }
  }

  /** The same if the event comes a second time. A UUID. */
  public String id() {
    return id;
  }

  /** The type of the event without its prefix, such as {@code job.failed}. */
  public String type() {
    return type;
  }

  /**
   * Worker queue and job id, separated by a slash; the worker queue; the partition; or the job
   * batch.
   */
  public String subject() {
    return subject;
  }

  /** When it has happened, by the database's clock. */
  public Instant at() {
    return at;
  }

  /** The place in the order of all events; only the order of events of the same job counts. */
  public long sequence() {
    return sequence;
  }

  /** The worker queue; null if it is about a lease or a job batch. */
  public @Nullable String queue() {
    return text("queue");
  }

  /** The business identification of the job or schedule; null if it is about neither. */
  public @Nullable String jobId() {
    return text("jobId");
  }

  /** The id of the run; null if it is not about one. */
  public @Nullable String fireId() {
    return text("fireId");
  }

  /** The number of the attempt, from 1; 0 if it is not about one. */
  public int attempt() {
    return data.get("attempt") instanceof JsonNumber number ? number.intValue() : 0;
  }

  /** When the job was due; null if the event does not contain it. */
  public @Nullable Instant dueAt() {
    String dueAt = text("dueAt");
    return dueAt == null ? null : Instant.parse(dueAt);
  }

  /** Why it has happened, for people; null if there is nothing to say. */
  public @Nullable String message() {
    return text("message");
  }

  /** All fields, also those of later versions. */
  public JsonObject data() {
    return data;
  }

  @Override
  public String toString() {
    return "LifecycleEvent[%s of %s at %s, id %s]".formatted(type, subject, at, id);
  }

  private @Nullable String text(String field) {
    JsonValue value = data.get(field);
    return value instanceof JsonString string ? string.getString() : null;
  }

  private static String attribute(Message message, String name) throws JMSException {
    String property = WireContract.EVENT_ATTRIBUTE_PREFIX + name;
    String value = message.getStringProperty(property);
    if (value == null) {
      throw new JobSchedulerException(
          "SCHED-0037 message %s has no property %s: read only messages of the topic %s as lifecycle events"
              .formatted(message.getJMSMessageID(), property, WireContract.EVENT_TOPIC));
    }
    return value;
  }

  private static String withoutPrefix(String type) {
    return type.startsWith(WireContract.EVENT_TYPE_PREFIX)
        ? type.substring(WireContract.EVENT_TYPE_PREFIX.length())
        : type;
  }

  private static JsonObject data(String text) {
    try (JsonReader reader = JSON.createReader(new StringReader(text))) {
      return reader.readObject();
    }
  }
}
