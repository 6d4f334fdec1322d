package org.goodtiming.scheduler.api;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run of a recurring job. All times have millisecond precision.
 *
 * @param plannedAt the planned time of this run; of a run that an operator has added, the time of
 *     the request
 * @param number the number of this run, from 1; 0 if an operator has added it
 * @param previousAt planned time of the previous run; null for the first run
 * @param nextAt planned time of the next run, as of the dispatch of the first attempt; null if
 *     there is none
 * @param lateness why the run is late; null if it is not
 */
public record ScheduledRun(
    Instant plannedAt,
    long number,
    @Nullable Instant previousAt,
    @Nullable Instant nextAt,
    @Nullable Lateness lateness) {

  /** Why a run is later than the scheduler's misfire threshold allows. */
  public enum Lateness {
    /** The run replaces all missed runs. */
    MISFIRE,
    /** The run is one of the missed runs, which are dispatched one after the other. */
    CATCH_UP,
    /** An operator has added the run for a planned time that has passed. */
    BACKFILL
  }

  /** Whether an operator has added this run to those that the schedule plans. */
  public boolean isRunNow() {
    return number == 0;
  }

  static @Nullable ScheduledRun of(Message message) throws JMSException {
    Instant plannedAt = moment(message, WireContract.PLANNED_AT);
    return plannedAt == null
        ? null
        : new ScheduledRun(
            plannedAt,
            message.getLongProperty(WireContract.RUN),
            moment(message, WireContract.PREVIOUS_AT),
            moment(message, WireContract.NEXT_AT),
            lateness(message.getStringProperty(WireContract.LATE)));
  }

  private static @Nullable Instant moment(Message message, String name) throws JMSException {
    return message.propertyExists(name)
        ? Instant.ofEpochMilli(message.getLongProperty(name))
        : null;
  }

  private static @Nullable Lateness lateness(@Nullable String word) {
    if (word == null) {
      return null;
    }
    return switch (word) {
      case WireContract.LATE_MISFIRE -> Lateness.MISFIRE;
      case WireContract.LATE_BACKFILL -> Lateness.BACKFILL;
      default -> Lateness.CATCH_UP;
    };
  }
}
