package org.goodtiming.scheduler.operations.webhook;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An administrator's settings of a webhook; null leaves a setting unchanged.
 *
 * @param url null only of a webhook that exists
 * @param types of {@link #EVENT_TYPES}; empty for all
 * @param queues whose events are sent; empty for all
 * @param retry a retry policy
 * @param paused whether nothing is posted, and no further event waits
 */
public record WebhookSettings(
    @Nullable String url,
    @Nullable List<String> types,
    @Nullable List<String> queues,
    @Nullable String retry,
    @Nullable Boolean paused) {

  /** Types of all events that the scheduler tells; docs/events.md. */
  public static final List<String> EVENT_TYPES =
      List.of(
          "job.registered",
          "job.dispatched",
          "job.started",
          "job.finished",
          "job.failed",
          "job.retried",
          "job.cancelled",
          "job.expired",
          "job.exhausted",
          "job.quarantined",
          "job.held",
          "job.released",
          "schedule.paused",
          "schedule.resumed",
          "schedule.ended",
          "queue.paused",
          "queue.resumed",
          "lease.changed",
          "batch.failed",
          "batch.ended");
}
