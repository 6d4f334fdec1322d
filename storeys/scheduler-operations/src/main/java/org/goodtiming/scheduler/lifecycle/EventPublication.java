package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.goodtiming.scheduler.job.Canary;

/** Removes events from the outbox after they are sent, in the caller's transaction. */
@Singleton
record EventPublication(EventOutbox outbox, EventSender sender, WebhookStore webhooks) {

  private static final int BATCH = 500;

  @Inject
  EventPublication {}

  /**
   * Publishes the oldest events, without those of canaries.
   *
   * @return whether there may be more
   */
  boolean publish() {
    List<LifecycleEvent> taken = outbox.take(BATCH);
    List<LifecycleEvent> events =
        taken.stream().filter(event -> !Canary.NAME.equals(event.subject().jobId())).toList();
    if (!events.isEmpty()) {
      send(events);
    }
    return taken.size() == BATCH;
  }

  private void send(List<LifecycleEvent> events) {
    if (!webhooks.isEmpty()) {
      webhooks.add(events);
    }
    sender.send(events);
  }
}
