package org.goodtiming.scheduler.lifecycle;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import org.goodtiming.scheduler.background.LeaderTask;

/** Posts the events that wait for webhooks, while there are some. */
final class WebhookSender implements LeaderTask {

  private final WebhookStore store;
  private final WebhookDelivery delivery;
  private final ThreadFactory threads;

  WebhookSender(WebhookStore store, WebhookDelivery delivery, ThreadFactory threads) {
    this.store = store;
    this.delivery = delivery;
    this.threads = threads;
  }

  @Override
  public String name() {
    return "webhooks";
  }

  @Override
  public Duration interval() {
    return Duration.ofMillis(500);
  }

  @Override
  public String condition() {
    return WebhookStore.ANY_DUE;
  }

  @Override
  public String failure() {
    return "SCHED-0042 could not read or store which events wait for webhooks; next try in half a second";
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
