package org.goodtiming.scheduler.operations.queue;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.goodtiming.scheduler.config.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * An operator's settings of a worker queue; null leaves a setting unchanged.
 *
 * @param runs of its jobs
 * @param retry when a job is tried again that its worker has failed at, in the text form of {@link
 *     RetryPolicy}
 * @param events whether what happens to its jobs is published
 * @param encrypted whether the database keeps its jobs encrypted
 * @param rateLimit how many jobs per minute are dispatched to it at most; 0: no limit
 */
public record WorkerQueueSettings(
    Runs runs,
    @Nullable String partition,
    @Nullable String retry,
    @Nullable Boolean events,
    @Nullable Boolean encrypted,
    @Nullable Integer rateLimit) {

  /** The largest rate limit, in jobs per minute. */
  public static final int MOST_PER_MINUTE = 1_000_000;

  /**
   * An operator's settings for the runs of a worker queue; null leaves a setting unchanged.
   *
   * @param tracked whether jobs are tracked unless their registrants say otherwise
   * @param timeout how long a tracked run may take from its dispatch, ISO-8601
   * @param finishedWhenAcknowledged whether a tracked run is finished when the broker has
   *     acknowledged its message, if its worker sends no report
   */
  public record Runs(
      @Nullable Boolean tracked,
      @Nullable String timeout,
      @Nullable Boolean finishedWhenAcknowledged) {}

  private static final Pattern PARTITION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  /**
   * Whether table worker_queue accepts the name; the scheduler's own queues are no worker queues.
   */
  public static boolean isQueue(String name) {
    return QueueName.isWellFormed(name) && !name.startsWith("scheduler.");
  }

  /** Whether table worker_queue accepts the rate limit. */
  public static boolean isRateLimit(BigDecimal perMinute) {
    return perMinute.stripTrailingZeros().scale() <= 0
        && perMinute.signum() >= 0
        && perMinute.compareTo(BigDecimal.valueOf(MOST_PER_MINUTE)) <= 0;
  }

  /** Whether table worker_queue accepts the partition. */
  public static boolean isPartition(String name) {
    return PARTITION.matcher(name).matches();
  }
}
