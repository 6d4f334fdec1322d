package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;

/** Removes events from the outbox after they are sent, in the caller's transaction. */
@Singleton
final class EventPublication {

  private static final int BATCH = 500;

  private final EventOutbox outbox;
  private final EventSender sender;
  private final WebhookStore webhooks;

  @Inject
  EventPublication(EventOutbox outbox, EventSender sender, WebhookStore webhooks) {
    this.outbox = outbox;
    this.sender = sender;
    this.webhooks = webhooks;
  }

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
