package org.goodtiming.scheduler.quarantine;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.goodtiming.scheduler.encryption.Content;
import org.goodtiming.scheduler.encryption.ContentCodec;
import org.goodtiming.scheduler.message.MessageJson;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.quarantine.QuarantineReason.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A row of the quarantine. It is changed only when a resubmission is refused, and then contains the
 * reason.
 */
@Entity
@Table(schema = "scheduler", name = "quarantine")
public class QuarantinedMessage {

  private static final String CUT =
      ". SCHED-0191 only the beginning of the body of %d bytes was read and is kept";

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  // By the database's clock
  @Column(name = "quarantined_at", insertable = false, updatable = false)
  private @Nullable Instant quarantinedAt;

  @Column(updatable = false)
  private String stage;

  private String code;
  private String reason;

  @Column(updatable = false)
  private String node;

  private @Nullable String queue;

  @Column(name = "job_id")
  private @Nullable String jobId;

  @Column(name = "message_id", updatable = false)
  private @Nullable String messageId;

  @Column(name = "sent_at", updatable = false)
  private @Nullable Instant sentAt;

  @Column(name = "sent_by", updatable = false)
  private @Nullable String sentBy;

  @Column(name = "mended_by", insertable = false, updatable = false)
  private @Nullable String mendedBy;

  @Column(name = "message_type", updatable = false)
  private String messageType;

  @Column(updatable = false)
  private String properties;

  @Column(updatable = false)
  private byte @Nullable [] body;

  @Column(name = "broker_key", updatable = false)
  private @Nullable String brokerKey;

  @Column(updatable = false)
  private @Nullable Integer line;

  @Column(name = "resubmit_requested_at", insertable = false)
  private @Nullable Instant resubmitRequestedAt;

  @Column(name = "resubmit_requested_by", insertable = false, updatable = false)
  private @Nullable String resubmitRequestedBy;

  @Column(name = "resubmit_refused_at", insertable = false)
  private @Nullable Instant resubmitRefusedAt;

  @Column(name = "resubmit_refusal", insertable = false)
  private @Nullable String resubmitRefusal;

  /** Exists for JPA. */
  @SuppressWarnings("NullAway.Init")
  protected QuarantinedMessage() {}

  QuarantinedMessage(
      ReceivedMessage message, QuarantineReason cause, String node, @Nullable String brokerKey) {
    ReceivedMessage.Origin origin = message.origin();
    this.stage = cause.stage().label();
    this.code = cause.code();
    this.reason = cause.reason() + (message.isCut() ? CUT.formatted(message.bodyLength()) : "");
    this.node = node;
    this.queue = cause.queue();
    this.jobId = cause.jobId();
    this.messageId = origin.messageId() == null ? null : StorableText.mended(origin.messageId());
    this.sentAt = origin.sentAt();
    this.sentBy = cause.sentBy();
    this.messageType = message.kind().label();
    this.properties = MessageJson.object(message.properties());
    this.body = message.body();
    this.brokerKey = brokerKey;
  }

  /** Null until the row is stored. */
  public @Nullable Long id() {
    return id;
  }

  public Stage stage() {
    return Stage.of(stage);
  }

  /** Number of the line, if the message had many jobs and the row is one of them; else null. */
  public @Nullable Integer line() {
    return line;
  }

  public @Nullable String queue() {
    return queue;
  }

  public @Nullable String jobId() {
    return jobId;
  }

  public @Nullable String resubmitRequestedBy() {
    return resubmitRequestedBy;
  }

  /** Whether an operator has changed the message by the REST API. */
  public boolean isMended() {
    return mendedBy != null;
  }

  /**
   * The message as it was received, or as an operator has changed it, who then is its sender.
   *
   * @throws IllegalArgumentException if it cannot be read or decrypted
   */
  ReceivedMessage message(ContentCodec cipher) {
    Sender sender = new Sender(isMended() ? mendedBy : sentBy, null, null);
    Content plain = cipher.decrypted(orEmpty(queue), new Content(properties, body));
    return new ReceivedMessage(
        Kind.of(messageType),
        MessageJson.read(plain.properties() == null ? "{}" : plain.properties()),
        plain.body(),
        new ReceivedMessage.Origin(messageId, sentAt, true, 1, sender));
  }

  /**
   * Records that a resubmission was refused. For a row that never was a job, the new reason
   * replaces the former one; for a job the original reason stays.
   *
   * @param at by the database's clock
   */
  public void refuseAgain(QuarantineReason cause, Instant at) {
    resubmitRequestedAt = null;
    resubmitRefusedAt = at;
    resubmitRefusal = cause.code() + " " + cause.reason();
    if (stage() == Stage.REGISTRATION) {
      code = cause.code();
      reason = cause.reason();
      // Encryption binds the content to its queue
      if (!new Content(properties, body).isEncrypted()) {
        queue = cause.queue();
        jobId = cause.jobId();
      }
    }
  }

  /** Encrypts the content before the row is stored. */
  void encrypt(ContentCodec cipher) {
    Content encrypted =
        cipher.encrypted(orEmpty(queue), orEmpty(jobId), new Content(properties, body));
    properties = orEmpty(encrypted.properties());
    body = encrypted.body();
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** Records that the body is only this line of the message, counted from 1. */
  void isLine(int number) {
    this.line = number;
  }
}
