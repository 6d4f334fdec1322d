package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Limits how many events wait for each webhook, and removes those of deleted webhooks. A task of
 * its own, because {@link WebhookSender} waits for receivers.
 */
@Singleton
final class WebhookPruning implements LeaderTask {

  private static final int MAX_WAITING = 100_000;

  /** Number of rows that takes far less time than the limit of a statement. */
  private static final int STEP = 10_000;

  private final WebhookStore store;
  private final int limit;
  private final Events events;

  @Inject
  WebhookPruning(WebhookStore store, Events events) {
    this(store, MAX_WAITING, events);
  }

  /**
   * @param limit how many events may wait for a webhook
   */
  WebhookPruning(WebhookStore store, int limit, Events events) {
    this.store = store;
    this.limit = limit;
    this.events = events;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "webhook-pruning",
        Duration.ofSeconds(5),
        "SCHED-0046 could not remove events that no webhook gets; next try in 5 seconds");
  }

  @Override
  public void run() {
    Portions.each(
        store.perhapsBeyond(limit),
        webhook -> Portions.repeat(STEP, maximum -> trim(webhook, maximum)));
    Portions.each(
        store.deleted(),
        webhook -> Portions.repeat(STEP, maximum -> store.remove(webhook, maximum)));
  }

  private int trim(Webhook webhook, int maximum) {
    int lost = store.trim(webhook, limit, maximum);
    if (lost > 0) {
      events.tell(
          new WebhookTried(
              webhook.name(), "given-up", lost, "more than %d were waiting".formatted(limit)));
    }
    return lost;
  }
}
