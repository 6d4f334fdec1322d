package org.goodtiming.scheduler.operations.execution;

import java.time.Duration;
import java.util.Set;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.operations.row.TimeRange;
import org.jspecify.annotations.Nullable;

/**
 * The executions that a list shows; null stands for all.
 *
 * @param jobId of the job, or of the schedule
 * @param prefix of the job id
 * @param times when they were submitted, began and ended
 * @param minDuration of the work; an execution that has begun and not ended counts until now
 */
public record ExecutionFilter(
    @Nullable String queue,
    @Nullable String jobId,
    @Nullable String prefix,
    @Nullable Set<ExecutionState> states,
    Times times,
    @Nullable Duration minDuration,
    Marks marks) {

  /** Shows all executions. */
  public static final ExecutionFilter ALL =
      new ExecutionFilter(null, null, null, null, Times.ANY, null, Marks.NONE);

  /** The ranges of the times at which an execution was submitted, began and ended. */
  public record Times(TimeRange submitted, TimeRange started, TimeRange ended) {

    public static final Times ANY = new Times(TimeRange.ANY, TimeRange.ANY, TimeRange.ANY);
  }

  /**
   * What else tells an execution from others.
   *
   * @param retried only executions that were sent to a worker again
   * @param unhandled only executions that no later one repeats
   * @param message the beginning of the latest message; null stands for any
   * @param batch id of the job batch whose members they are; null stands for any
   */
  public record Marks(
      boolean retried, boolean unhandled, @Nullable String message, @Nullable String batch) {

    public static final Marks NONE = new Marks(false, false, null, null);
  }
}
