package org.goodtiming.scheduler.lifecycle;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.Portions;
import org.goodtiming.scheduler.job.RetryDecision;
import org.goodtiming.scheduler.telemetry.Event.WebhookTried;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Posts the events that wait for webhooks, those of each webhook in their order: an event that is
 * refused holds up the later ones until it is accepted, or given up.
 */
final class WebhookSender implements LeaderTask {

  private static final int BATCH = 100;
  private static final int LONGEST_ERROR = 500;

  /**
   * A receiver that asks for more is tried earlier: an error of its own must not stop it for days.
   */
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final WebhookStore store;
  private final WebhookPost post;
  private final Clock clock;
  private final Events events;

  WebhookSender(WebhookStore store, WebhookPost post, Clock clock, Events events) {
    this.store = store;
    this.post = post;
    this.clock = clock;
    this.events = events;
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
    Portions.each(store.due(), this::send);
  }

  private void send(Webhook due) {
    Webhook webhook = due;
    for (Webhook.Waiting event : store.waiting(due, BATCH)) {
      if (Thread.currentThread().isInterrupted() || !send(webhook, event)) {
        return;
      }
      webhook = due.afterSuccess();
    }
  }

  /** Whether the next event may be posted. */
  private boolean send(Webhook webhook, Webhook.Waiting event) {
    HttpAnswer answer;
    try {
      answer = post.send(URI.create(webhook.url()), event);
    } catch (IOException e) {
      failed(webhook, event, error(e), Duration.ZERO);
      return false;
    }
    if (answer.isAccepted()) {
      boolean unchanged = store.posted(webhook, event);
      events.tell(new WebhookTried(webhook.name(), "accepted", 1, null));
      return unchanged;
    }
    if (answer.isGone()) {
      pause(webhook, answer.refusal());
    } else {
      failed(webhook, event, answer.refusal(), answer.retryAfter(clock.instant()));
    }
    return false;
  }

  /** What waits is kept: an administrator may give the webhook another receiver. */
  private void pause(Webhook webhook, String refusal) {
    String error =
        refusal
            + ": the receiver wants no more events, so the webhook was paused. Give it another receiver and resume it, or delete it";
    if (store.pause(webhook, error)) {
      events.tell(new WebhookTried(webhook.name(), "paused", 1, error));
    }
  }

  /**
   * The next look finds the event again, or the one after it.
   *
   * @param wait which the receiver asks for
   */
  private void failed(Webhook webhook, Webhook.Waiting event, String error, Duration wait) {
    Duration least = shorter(wait, LONGEST_WAIT);
    Duration delay =
        RetryDecision.of(
                webhook.retry(),
                webhook.failures() + 1,
                () -> ThreadLocalRandom.current().nextDouble())
            .delay();
    if (delay == null) {
      int lost = store.givenUp(webhook, event, least, error);
      events.tell(
          new WebhookTried(
              webhook.name(), "given-up", lost, "not accepted in all attempts: " + error));
    } else {
      store.failed(webhook, delay.compareTo(least) < 0 ? least : delay, error);
      events.tell(new WebhookTried(webhook.name(), "failed", 1, error));
    }
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static String error(IOException e) {
    // Those of the platform often have only a name as their text
    String message = String.valueOf(e.getMessage());
    String text = message.contains(" ") ? message : e.toString();
    return text.length() <= LONGEST_ERROR ? text : text.substring(0, LONGEST_ERROR);
  }
}
