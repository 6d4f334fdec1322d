package org.goodtiming.scheduler.lifecycle;

import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;

/** Removes events from the outbox in a transaction that commits after they are sent. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class EventTransactions {

  private static final int BATCH = 500;

  private @Inject EventOutbox outbox;
  private @Inject EventSender sender;
  private @Inject WebhookStore webhooks;

  /**
   * Publishes the oldest events.
   *
   * @return whether there may be more
   */
  public boolean publish() {
    List<LifecycleEvent> events = outbox.take(BATCH);
    if (events.isEmpty()) {
      return false;
    }
    if (!webhooks.isEmpty()) {
      webhooks.add(events);
    }
    try {
      sender.together(events);
    } catch (EJBException e) {
      // A former transaction has sent some and did not remove them; if not so, this fails, too
      sender.singly(events);
    }
    return events.size() == BATCH;
  }
}
