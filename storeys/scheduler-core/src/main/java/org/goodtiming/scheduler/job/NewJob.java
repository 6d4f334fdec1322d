package org.goodtiming.scheduler.job;

import java.time.Instant;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * A job as its registrant wants it.
 *
 * @param sentAt when the intent was sent; the later intent wins
 * @param registeredBy login of the registrant, as the broker has validated it
 * @param messageId JMSMessageID of the registration; null where the protocol has none
 * @param tracked whether it is tracked; null: as its queue says
 * @param expiresAt from this moment on the job is no longer dispatched; null: it never expires
 * @param definition from which it was completed; null: it names none
 * @param encrypted whether its queue wants payload and properties encrypted in the database
 */
public record NewJob(
    JobKey key,
    Due due,
    IfExists ifExists,
    Instant sentAt,
    @Nullable String registeredBy,
    @Nullable String messageId,
    @Nullable Instant expiresAt,
    @Nullable Boolean tracked,
    Envelope envelope,
    @Nullable DefinitionUse definition,
    boolean encrypted) {

  /** This job, without replacing a waiting one. */
  public NewJob unlessOneWaits() {
    return with(due, ifExists.replaces() ? IfExists.REJECT : ifExists, tracked);
  }

  /** This job with a delay that counts from this moment, and not from when it is stored. */
  public NewJob delayedFrom(Instant moment) {
    return due instanceof Due.After after
        ? with(new Due.At(moment.plus(after.delay())), ifExists, tracked)
        : this;
  }

  /** This job, tracked as its registrant says, or else as its queue does. */
  public NewJob trackedUnlessSaid(boolean queueIsTracked) {
    return tracked == null ? with(due, ifExists, queueIsTracked) : this;
  }

  /** This job with another envelope. */
  public NewJob with(Envelope other) {
    return with(other, encrypted);
  }

  /** This job, whose payload and properties the database keeps encrypted. */
  public NewJob toBeEncrypted() {
    return with(envelope, true);
  }

  /** This job as the database keeps it. */
  NewJob stored(Envelope asStored) {
    return with(asStored, false);
  }

  private NewJob with(Envelope otherEnvelope, boolean otherEncrypted) {
    return new NewJob(
        key,
        due,
        ifExists,
        sentAt,
        registeredBy,
        messageId,
        expiresAt,
        tracked,
        otherEnvelope,
        definition,
        otherEncrypted);
  }

  /** This job under another key. */
  public NewJob as(JobKey other) {
    return new NewJob(
        other,
        due,
        ifExists,
        sentAt,
        registeredBy,
        messageId,
        expiresAt,
        tracked,
        envelope,
        definition,
        encrypted);
  }

  private NewJob with(Due otherDue, IfExists otherIfExists, @Nullable Boolean otherTracked) {
    return new NewJob(
        key,
        otherDue,
        otherIfExists,
        sentAt,
        registeredBy,
        messageId,
        expiresAt,
        otherTracked,
        envelope,
        definition,
        encrypted);
  }
}
