package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;

/** Removes events from the outbox after they are sent, in the caller's transaction. */
@Singleton
record EventPublication(EventOutbox outbox, EventSender sender, WebhookStore webhooks) {

  private static final int BATCH = 500;

  @Inject
  EventPublication {}

  /**
   * Publishes the oldest events.
   *
   * @return whether there may be more
   */
  boolean publish() {
    List<LifecycleEvent> events = outbox.take(BATCH);
    if (events.isEmpty()) {
      return false;
    }
    if (!webhooks.isEmpty()) {
      webhooks.add(events);
    }
    sender.send(events);
    return events.size() == BATCH;
  }
}
