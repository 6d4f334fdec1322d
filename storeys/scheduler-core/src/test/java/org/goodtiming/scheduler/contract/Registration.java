package org.goodtiming.scheduler.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.jspecify.annotations.Nullable;

/** Registrations for tests: a valid registration with the changes of the test. */
public final class Registration {

  public static final RegistrationConfig LIMITS =
      new RegistrationConfig(
          8, 100, 1000, 32 * 1024, new RegistrationConfig.Bulk(1000, 1024 * 1024));
  public static final Instant SENT_AT = Instant.parse("2026-11-20T09:59:59Z");
  public static final Instant RECEIVED_AT = Instant.parse("2026-11-20T10:00:00Z");

  private final Map<String, Object> properties = new LinkedHashMap<>();
  private Kind kind = Kind.TEXT;
  private byte @Nullable [] body = "{}".getBytes(UTF_8);
  private @Nullable String messageId = "ID:7b1f";
  private @Nullable Instant sentAt = SENT_AT;
  private @Nullable String replyTo;

  private Registration() {}

  public static Registration empty() {
    return new Registration();
  }

  public static Registration due(String moment) {
    return dueless().with("scheduler_dueAt", moment);
  }

  public static Registration good() {
    return due("2026-12-01T10:00:00Z");
  }

  public static Registration dueless() {
    return new Registration()
        .with("scheduler_queue", "order-check")
        .with("scheduler_jobId", "4711");
  }

  public Registration with(String name, Object value) {
    properties.put(name, value);
    return this;
  }

  public Registration without(String name) {
    properties.remove(name);
    return this;
  }

  public Registration body(Kind kind, byte @Nullable [] body) {
    this.kind = kind;
    this.body = body;
    return this;
  }

  public Registration messageId(@Nullable String messageId) {
    this.messageId = messageId;
    return this;
  }

  public Registration replyTo(String address) {
    this.replyTo = address;
    return this;
  }

  public Registration sentAt(@Nullable Instant sentAt) {
    this.sentAt = sentAt;
    return this;
  }

  public ReceivedMessage message() {
    return new ReceivedMessage(
        kind,
        properties,
        body,
        new Origin(messageId, sentAt, true, 1, new Sender("shop", "scheduler.jobs", replyTo)));
  }
}
