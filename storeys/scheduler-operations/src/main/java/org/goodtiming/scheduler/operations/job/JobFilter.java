package org.goodtiming.scheduler.operations.job;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that a list shows; null stands for all.
 *
 * @param prefix of the job id
 * @param dueFrom the earliest due time
 * @param dueBefore from this due time on jobs are not shown
 * @param sentBefore only jobs that were not registered or changed since this time
 * @param held only jobs that are held, or only those that are not
 * @param recurs only next runs of schedules, or only other jobs
 */
public record JobFilter(
    @Nullable String queue,
    @Nullable JobState state,
    @Nullable String prefix,
    @Nullable Instant dueFrom,
    @Nullable Instant dueBefore,
    @Nullable Instant sentBefore,
    @Nullable Boolean held,
    @Nullable Boolean recurs) {

  /** The event for which a job in the table waits. */
  public enum JobState {
    /** Waits for its due time. */
    WAITING,
    /** Waits for dispatch. */
    DUE,
    /** Is due for more than a second, waits for dispatch or retries, and no pause is the reason. */
    OVERDUE,
    /** Waits for its next attempt. */
    RETRYING,
    /** Waits for its release by an operator. */
    HELD;

    /** The name in table batch_operation, and in requests. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The state of that label; empty if there is none. */
    public static Optional<JobState> find(String label) {
      return Arrays.stream(values()).filter(state -> state.label().equals(label)).findFirst();
    }
  }

  JobFilter in(JobState other) {
    return new JobFilter(queue, other, prefix, dueFrom, dueBefore, sentBefore, held, recurs);
  }

  boolean isOfHeld() {
    return state == JobState.HELD || Boolean.TRUE.equals(held);
  }

  boolean isOfFree() {
    return state == JobState.WAITING || state == JobState.RETRYING || Boolean.FALSE.equals(held);
  }

  /** Whether it leads to the few jobs that may be dispatched only after their due time. */
  boolean isOfLater() {
    return isOfHeld() || state == JobState.RETRYING;
  }
}
