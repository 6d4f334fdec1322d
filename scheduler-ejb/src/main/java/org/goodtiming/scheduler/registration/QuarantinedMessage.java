package org.goodtiming.scheduler.registration;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of the quarantine; registration only ever adds one. */
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

  @Column(name = "message_type")
  private String messageType;

  private String properties;
  private byte @Nullable [] body;

  /** For JPA. */
  @SuppressWarnings("NullAway.Init")
  protected QuarantinedMessage() {}

  QuarantinedMessage(RegistrationMessage message, Intent.Refused refused, String node) {
    RegistrationMessage.Origin origin = message.origin();
    this.stage = "registration";
    this.code = refused.refusal().code();
    this.reason = refused.reason();
    this.node = node;
    this.queue = refused.queue();
    this.jobId = refused.jobId();
    this.messageId = origin.messageId() == null ? null : StorableText.mended(origin.messageId());
    this.sentAt = origin.sentAt();
    this.messageType = message.kind().label();
    this.properties = MessageJson.object(message.properties());
    this.body = message.body();
  }
}
