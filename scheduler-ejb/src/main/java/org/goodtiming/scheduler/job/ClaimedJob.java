package org.goodtiming.scheduler.job;

import java.time.Instant;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * A job whose row this transaction has taken: it is dispatched, or the transaction rolls back.
 *
 * @param notBefore when the broker may deliver it; null if it may at once
 * @param attempt 1 for the first attempt to dispatch it
 * @param registeredBy login of the registrant; null if the row was written by hand
 * @param run null unless tracked
 * @param planned null unless the job recurs
 * @param fireId names this due run; the broker refuses a second message with it
 */
public record ClaimedJob(
    JobKey key,
    UUID fireId,
    Instant dueAt,
    @Nullable Instant notBefore,
    int priority,
    int attempt,
    @Nullable String registeredBy,
    @Nullable TrackedRun run,
    @Nullable PlannedRun planned,
    Envelope envelope) {

  /** A run that is sent again is not the run that its schedule has planned last. */
  ClaimedJob planned(@Nullable PlannedRun ofSchedule) {
    return ofSchedule == null || planned != null
        ? this
        : new ClaimedJob(
            key,
            fireId,
            dueAt,
            notBefore,
            priority,
            attempt,
            registeredBy,
            run,
            ofSchedule,
            envelope);
  }
}
