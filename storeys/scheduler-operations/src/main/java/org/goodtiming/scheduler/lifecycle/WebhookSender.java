package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;

/** Posts the events that wait for webhooks until none is left. */
@Singleton
final class WebhookSender implements LeaderTask {

  private final WebhookStore store;
  private final WebhookDelivery delivery;
  private final ThreadFactory threads;

  @Inject
  WebhookSender(
      WebhookStore store, WebhookDelivery delivery, @Named("threads") ThreadFactory threads) {
    this.store = store;
    this.delivery = delivery;
    this.threads = threads;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "webhooks",
        Duration.ofMillis(500),
        "SCHED-0042 could not read or store which events wait for webhooks; next try in half a second");
  }

  @Override
  public String condition() {
    return WebhookStore.ANY_DUE;
  }

  @Override
  public void run() {
    try (WebhookTurns turns = new WebhookTurns(threads, delivery::turn)) {
      do {
        turns.begin(store.due());
      } while (turns.await());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
