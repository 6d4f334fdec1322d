package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Publishes the events of the outbox. */
@Singleton
final class EventPublisher implements LeaderTask {

  private final BooleanSupplier publish;

  @Inject
  EventPublisher(NewTransaction transaction, EventPublication events) {
    this(() -> transaction.call(events::publish));
  }

  /**
   * @param publish sends some events and removes them; returns whether there may be more
   */
  EventPublisher(BooleanSupplier publish) {
    this.publish = publish;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "lifecycle-events",
        Duration.ofMillis(250),
        "SCHED-0684 could not publish lifecycle events; they wait in table event, and are tried again four times a second");
  }

  @Override
  public String condition() {
    return EventOutbox.HAS_EVENTS;
  }

  @Override
  public void run() {
    boolean more = true;
    while (more && !Thread.currentThread().isInterrupted()) {
      more = publish.getAsBoolean();
    }
  }
}
