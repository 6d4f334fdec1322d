package org.goodtiming.scheduler.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.post.HttpAnswer;
import org.goodtiming.scheduler.post.PostDeadlines;
import org.goodtiming.scheduler.post.SignedPost;
import org.goodtiming.scheduler.retry.RetryDecision;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Posts events to one webhook in their order: an event that is refused holds up the later ones
 * until it is accepted, or given up.
 */
@Singleton
final class WebhookDelivery {

  private static final int BATCH = 100;
  private static final int MAX_ERROR = 500;
  private static final Duration MAX_TURN = Duration.ofSeconds(5);

  /**
   * A receiver that asks for more is tried earlier: an error of its own must not stop it for days.
   */
  private static final Duration MAX_WAIT = Duration.ofHours(1);

  private final WebhookStore store;
  private final SignedPost post;
  private final Duration longestTurn;
  private final Clock clock;
  private final Events events;

  @Inject
  WebhookDelivery(
      WebhookStore store, SchedulerConfig config, PostDeadlines deadlines, Events events) {
    this(store, SignedPost.of(config.webhook(), deadlines), MAX_TURN, Clock.systemUTC(), events);
  }

  /**
   * @param longestTurn after which a turn posts no further event, because others may wait
   */
  WebhookDelivery(
      WebhookStore store, SignedPost post, Duration longestTurn, Clock clock, Events events) {
    this.store = store;
    this.post = post;
    this.longestTurn = longestTurn;
    this.clock = clock;
    this.events = events;
  }

  /** Posts events until a post fails or the thread is interrupted. */
  void turn(Webhook due) {
    long start = System.nanoTime();
    Webhook webhook = due;
    for (Webhook.Waiting event : store.waiting(due, BATCH)) {
      if (!send(webhook, event)
          || System.nanoTime() - start > longestTurn.toNanos()
          || Thread.currentThread().isInterrupted()) {
        return;
      }
      webhook = due.afterSuccess();
    }
  }

  /** Whether the next event may be posted. */
  private boolean send(Webhook webhook, Webhook.Waiting event) {
    HttpAnswer answer;
    try {
      answer = post.send(URI.create(webhook.url()), message(event), 0);
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

  private static SignedPost.Message message(Webhook.Waiting event) {
    return new SignedPost.Message(
        event.id(),
        Map.of("Content-Type", "application/cloudevents+json; charset=utf-8"),
        event.body().getBytes(UTF_8));
  }

  /**
   * Pauses the webhook and keeps its waiting events, because an administrator may name another
   * receiver.
   */
  private void pause(Webhook webhook, String refusal) {
    String error =
        refusal
            + ": the receiver wants no more events, so the webhook was paused. Give it another receiver and resume it, or delete it";
    if (store.pause(webhook, error)) {
      events.tell(new WebhookTried(webhook.name(), "paused", 1, error));
    }
  }

  /**
   * Records the failure; the next poll finds the event again, or the event after it.
   *
   * @param wait requested by the receiver
   */
  private void failed(Webhook webhook, Webhook.Waiting event, String error, Duration wait) {
    Duration least = shorter(wait, MAX_WAIT);
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
    // Exceptions of the platform often have only a name as their text
    String message = String.valueOf(e.getMessage());
    String text = message.contains(" ") ? message : e.toString();
    return text.length() <= MAX_ERROR ? text : text.substring(0, MAX_ERROR);
  }
}
