package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of table execution.
 *
 * @param state as in the database
 * @param attempt the latest one
 * @param message latest text of the worker, or why the run has ended
 * @param cancelRequestedAt null if nobody has asked its worker to stop
 */
public record RunFacts(
    UUID fireId,
    String state,
    Times times,
    Attempt attempt,
    @Nullable String message,
    @Nullable Instant cancelRequestedAt) {

  /** Whether it has ended with a failure. */
  boolean hasFailed() {
    return state.equals("ERROR") || state.equals("EXHAUSTED");
  }

  /**
   * An attempt to do the run.
   *
   * @param number from 1
   * @param worker as it names itself; null if none has reported
   */
  public record Attempt(int number, @Nullable String worker) {}

  /**
   * The times of the first attempt, and of the end.
   *
   * @param dispatchedAt null if it was not dispatched
   * @param startedAt null if no worker has reported a start
   * @param endedAt null if it goes on
   */
  public record Times(
      Instant dueAt,
      Instant submittedAt,
      @Nullable Instant dispatchedAt,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt) {

    /** When it began, as far as the scheduler knows; null if it was not dispatched. */
    @Nullable Instant begunAt() {
      return startedAt == null ? dispatchedAt : startedAt;
    }

    /**
     * Whether its start was reported with its end, as a worker does in the transaction of the
     * message: it may have begun any time after the dispatch.
     */
    boolean isStartOfEnd() {
      return startedAt != null && endedAt != null && !Durations.isLate(startedAt, endedAt);
    }
  }
}
