package org.goodtiming.scheduler.job;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
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
 * @param keyed whether its queue names the property whose value is the key of a job
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
    boolean encrypted,
    boolean keyed) {

  /** Id of the job batch to which it belongs; null if there is none. */
  public @Nullable String batch() {
    Object batch = envelope.carried().get(JobProperty.BATCH);
    return batch == null ? null : batch.toString();
  }

  /** Returns a copy that never replaces a waiting job. */
  public NewJob unlessOneWaits() {
    return with(due, ifExists.replaces() ? IfExists.REJECT : ifExists, tracked);
  }

  /** Returns a copy that waits for no other job. */
  public NewJob withoutParents() {
    Map<JobProperty, Object> carried = new HashMap<>(envelope.carried());
    carried.keySet().removeAll(JobParents.PROPERTIES);
    return with(envelope.carrying(carried));
  }

  /** Returns a copy whose delay counts from this moment instead of the storing. */
  public NewJob delayedFrom(Instant moment) {
    return due instanceof Due.After after
        ? with(new Due.At(moment.plus(after.delay())), ifExists, tracked)
        : this;
  }

  /** Returns a copy that is tracked by the queue's setting unless the registrant has decided it. */
  public NewJob trackedUnlessSaid(boolean queueIsTracked) {
    return tracked == null ? with(due, ifExists, queueIsTracked) : this;
  }

  /** Returns a copy that is tracked if it belongs to a job batch. */
  NewJob trackedInBatch() {
    return batch() == null ? this : with(due, ifExists, true);
  }

  /** Returns a copy with another envelope. */
  public NewJob with(Envelope other) {
    return with(other, encrypted, keyed);
  }

  /** Returns a copy whose payload and properties are to be stored encrypted. */
  public NewJob toBeEncrypted() {
    return with(envelope, true, keyed);
  }

  /** Returns a copy that is to be stored with its key. */
  public NewJob toBeKeyed() {
    return with(envelope, encrypted, true);
  }

  /** Returns a copy in its stored form. */
  NewJob stored(Envelope asStored) {
    return with(asStored, false, keyed);
  }

  private NewJob with(Envelope otherEnvelope, boolean otherEncrypted, boolean otherKeyed) {
    return copy(key, due, ifExists, tracked, otherEnvelope, otherEncrypted, otherKeyed);
  }

  /** Returns a copy under another key. */
  public NewJob as(JobKey other) {
    return copy(other, due, ifExists, tracked, envelope, encrypted, keyed);
  }

  private NewJob with(Due otherDue, IfExists otherIfExists, @Nullable Boolean otherTracked) {
    return copy(key, otherDue, otherIfExists, otherTracked, envelope, encrypted, keyed);
  }

  private NewJob copy(
      JobKey otherKey,
      Due otherDue,
      IfExists otherIfExists,
      @Nullable Boolean otherTracked,
      Envelope otherEnvelope,
      boolean otherEncrypted,
      boolean otherKeyed) {
    return new NewJob(
        otherKey,
        otherDue,
        otherIfExists,
        sentAt,
        registeredBy,
        messageId,
        expiresAt,
        otherTracked,
        otherEnvelope,
        definition,
        otherEncrypted,
        otherKeyed);
  }
}
