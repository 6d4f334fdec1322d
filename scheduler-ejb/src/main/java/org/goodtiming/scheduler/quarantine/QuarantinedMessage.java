package org.goodtiming.scheduler.quarantine;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of the quarantine; the scheduler only ever adds one. */
@Entity
@Table(schema = "scheduler", name = "quarantine")
public class QuarantinedMessage {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  // By the database's clock
  @Column(name = "quarantined_at", insertable = false, updatable = false)
  private @Nullable Instant quarantinedAt;

  private String stage;
  private String code;
  private String reason;
  private String node;
  private @Nullable String queue;

  @Column(name = "job_id")
  private @Nullable String jobId;

  @Column(name = "message_id")
  private @Nullable String messageId;

  @Column(name = "sent_at")
  private @Nullable Instant sentAt;

  @Column(name = "sent_by")
  private @Nullable String sentBy;

  @Column(name = "message_type")
  private String messageType;

  private String properties;
  private byte @Nullable [] body;

  @Column(name = "broker_key")
  private @Nullable String brokerKey;

  private @Nullable Integer line;

  /** For JPA. */
  @SuppressWarnings("NullAway.Init")
  protected QuarantinedMessage() {}

  QuarantinedMessage(
      ReceivedMessage message, Verdict verdict, String node, @Nullable String brokerKey) {
    ReceivedMessage.Origin origin = message.origin();
    this.stage = verdict.stage().label();
    this.code = verdict.code();
    this.reason = verdict.reason();
    this.node = node;
    this.queue = verdict.queue();
    this.jobId = verdict.jobId();
    this.messageId = origin.messageId() == null ? null : StorableText.mended(origin.messageId());
    this.sentAt = origin.sentAt();
    this.sentBy = verdict.sentBy();
    this.messageType = message.kind().label();
    this.properties = MessageJson.object(message.properties());
    this.body = message.body();
    this.brokerKey = brokerKey;
  }

  /** Null until the row is stored. */
  @Nullable Long id() {
    return id;
  }

  /** Says that the body is but this line of the message, counted from 1. */
  void isLine(int number) {
    this.line = number;
  }
}
