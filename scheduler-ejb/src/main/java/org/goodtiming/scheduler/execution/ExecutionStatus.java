package org.goodtiming.scheduler.execution;

import java.time.Instant;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * An execution. All times are by the database's clock.
 *
 * @param message the worker's latest text, or why the execution has ended
 * @param progress 0 to 100; null if the worker reports none
 * @param attempt from 1; grows when the run is sent again
 * @param node of the scheduler that made the latest transition
 * @param worker its name for itself in its reports
 * @param changedAt when anything of this record changed last
 */
public record ExecutionStatus(
    UUID fireId,
    JobKey key,
    ExecutionState state,
    @Nullable String message,
    @Nullable Integer progress,
    int attempt,
    String node,
    @Nullable String worker,
    @Nullable String registeredBy,
    Instant dueAt,
    Instant submittedAt,
    @Nullable Instant dispatchedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Instant cancelRequestedAt,
    Instant changedAt) {

  /** In the list of the executions of its job. */
  public ExecutionPosition position() {
    return new ExecutionPosition(submittedAt, fireId);
  }
}
