package org.goodtiming.scheduler.job;

import java.time.Instant;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * A job whose row this transaction has taken: it is dispatched, or the transaction rolls back.
 *
 * @param eligibleAt from when on it may be delivered: its due time, unless it was delayed
 * @param early whether it is claimed before it may be delivered
 * @param attempt number of the attempt of this run, from 1
 * @param sentAt when its registration was sent
 * @param definition that its registration named; null if it named none
 * @param registeredBy login of the registrant; null if the row was written by hand
 * @param run null unless tracked
 * @param planned null unless the job recurs
 * @param fireId names this due run; the broker refuses a second message with it
 */
public record ClaimedJob(
    JobKey key,
    UUID fireId,
    Instant dueAt,
    Instant eligibleAt,
    boolean early,
    int attempt,
    Instant sentAt,
    @Nullable String definition,
    @Nullable String registeredBy,
    @Nullable TrackedRun run,
    @Nullable PlannedRun planned,
    Envelope envelope) {

  /** The earliest delivery by the broker; null if it may deliver at once. */
  public @Nullable Instant notBefore() {
    return early ? eligibleAt : null;
  }

  /** The time after which its dispatch is late; for a further attempt, the end of its delay. */
  public Instant expectedAt() {
    return attempt == 1 ? dueAt : eligibleAt;
  }

  /** Returns a copy with another envelope. */
  public ClaimedJob with(Envelope other) {
    return with(planned, other);
  }

  /** A run that is sent again is not the run that its schedule has planned last. */
  public ClaimedJob planned(@Nullable PlannedRun ofSchedule) {
    return ofSchedule == null || planned != null ? this : with(ofSchedule, envelope);
  }

  private ClaimedJob with(@Nullable PlannedRun otherPlanned, Envelope otherEnvelope) {
    return new ClaimedJob(
        key,
        fireId,
        dueAt,
        eligibleAt,
        early,
        attempt,
        sentAt,
        definition,
        registeredBy,
        run,
        otherPlanned,
        otherEnvelope);
  }
}
