package org.goodtiming.scheduler.lifecycle;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The webhooks to which one run of {@link WebhookSender} posts at the same time: each has a thread
 * of its own, so that none waits for the receiver of another one.
 */
final class WebhookTurns implements AutoCloseable {

  private static final int MOST = 8;

  /** The webhooks whose last post succeeded keep half of the threads for themselves. */
  private static final int MOST_FAILING = MOST / 2;

  private static final long LOOK_MILLIS = 250;

  private final Consumer<Webhook> turn;
  private final ExecutorService threads;
  private final CompletionService<Void> ended;
  private final Map<Future<Void>, Webhook> underWay = new HashMap<>();
  private @Nullable RuntimeException failure;

  /**
   * @param turn posts some events that wait for a webhook
   */
  WebhookTurns(ThreadFactory threads, Consumer<Webhook> turn) {
    this.turn = turn;
    this.threads = Executors.newFixedThreadPool(MOST, threads);
    this.ended = new ExecutorCompletionService<>(this.threads);
  }

  /** Begins a turn of each webhook that has none, while threads are free, and none has failed. */
  void begin(List<Webhook> due) {
    for (Webhook webhook : due) {
      if (failure == null && mayBegin(webhook)) {
        underWay.put(ended.submit(() -> run(webhook), null), webhook);
      }
    }
  }

  /**
   * Waits until a turn ends, or others may be due.
   *
   * @return false if no turn is under way
   * @throws RuntimeException the first failure, when no turn is under way any more
   */
  boolean await() throws InterruptedException {
    Future<Void> next = underWay.isEmpty() ? null : ended.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    for (; next != null; next = ended.poll()) {
      end(next);
    }
    if (underWay.isEmpty() && failure != null) {
      throw failure;
    }
    return !underWay.isEmpty();
  }

  private boolean mayBegin(Webhook webhook) {
    return underWay.size() < MOST
        && underWay.values().stream().noneMatch(each -> each.id() == webhook.id())
        && (!webhook.failing()
            || underWay.values().stream().filter(Webhook::failing).count() < MOST_FAILING);
  }

  private void run(Webhook webhook) {
    Thread.currentThread().setName("scheduler-webhook-" + webhook.name());
    turn.accept(webhook);
  }

  private void end(Future<Void> turn) throws InterruptedException {
    underWay.remove(turn);
    try {
      turn.get();
    } catch (ExecutionException e) {
      RuntimeException found =
          e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
      if (failure == null) {
        failure = found;
      } else {
        failure.addSuppressed(found);
      }
    }
  }

  /** Turns that are under way end after the post that they do. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
