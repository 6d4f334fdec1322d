package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts.Broker;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.Pace;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of the database about a job.
 *
 * @param key of the job or schedule, or of those of the run
 * @param now by the database's clock
 * @param queue null if the worker queue is not on the allow-list
 */
public record Facts(
    JobKey key, Instant now, @Nullable WorkerQueueFacts queue, Present present, Past past) {

  /**
   * The state of the job.
   *
   * @param job null if none waits
   * @param schedule null if it does not recur
   * @param run null if it is not tracked
   */
  public record Present(
      @Nullable WaitingJob job, @Nullable ScheduleFacts schedule, @Nullable RunFacts run) {}

  /**
   * The history of the job.
   *
   * @param quarantined the latest row; null if there is none
   * @param cancelledAt when its latest cancel came; null if none is recorded
   * @param events the oldest first
   */
  public record Past(
      @Nullable Quarantined quarantined, @Nullable Instant cancelledAt, List<PastEvent> events) {

    /** When the state that such an event begins began last; null if that is unknown. */
    @Nullable Instant latest(String kind) {
      return events.stream()
          .filter(event -> event.kind().equals(kind))
          .map(PastEvent::at)
          .reduce((first, second) -> second)
          .orElse(null);
    }
  }

  /** A row of the quarantine. */
  public record Quarantined(long id, Instant at, String code, String reason) {}

  @Nullable Broker broker() {
    return queue == null ? null : queue.broker();
  }

  /** Whether the worker queue rests after a failure. */
  boolean queueRests() {
    return queue != null && queue.queue().failure() != null;
  }

  /**
   * The pace at which due jobs of the worker queue follow each other; null if only their number
   * delays them.
   */
  @Nullable Pace pace() {
    return queue == null ? null : DispatchPolicies.pace(queue.queue()).orElse(null);
  }

  /** Whether nothing at all is known of the job. */
  public boolean isEmpty() {
    return present.job() == null
        && present.schedule() == null
        && present.run() == null
        && past.quarantined() == null
        && past.cancelledAt() == null;
  }
}
