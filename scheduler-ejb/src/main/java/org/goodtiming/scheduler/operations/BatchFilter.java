package org.goodtiming.scheduler.operations;

import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.operations.JobFilter.JobState;
import org.jspecify.annotations.Nullable;

/**
 * On which jobs, or on which rows of the quarantine, a batch operation works; null stands for all.
 * Parameters that a list of these does not have are null.
 */
public record BatchFilter(
    @Nullable String queue,
    @Nullable JobState state,
    @Nullable String prefix,
    @Nullable Instant dueFrom,
    @Nullable Instant dueBefore,
    @Nullable String stage,
    @Nullable String code) {

  /** Whether it chooses everything. */
  public boolean isEmpty() {
    return Stream.of(queue, state, prefix, dueFrom, dueBefore, stage, code)
        .allMatch(Objects::isNull);
  }

  /**
   * The jobs it chooses for an operation.
   *
   * @param sentBefore only jobs that were not registered or changed since this time
   */
  JobFilter jobs(BatchVerb verb, @Nullable Instant sentBefore) {
    return new JobFilter(queue, state, prefix, dueFrom, dueBefore, sentBefore, verb.ofHeld());
  }

  QuarantineQueries.Filter rows() {
    return new QuarantineQueries.Filter(queue, stage, code);
  }
}
