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
 * The webhooks to which a run of {@link WebhookSender} posts at the same time. Each has its own
 * thread, so that no webhook waits for the receiver of another.
 */
final class WebhookTurns implements AutoCloseable {

  private static final int MAX_TURNS = 8;

  /** The webhooks whose last post succeeded keep half of the threads for themselves. */
  private static final int MAX_FAILING = MAX_TURNS / 2;

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
    this.threads = Executors.newFixedThreadPool(MAX_TURNS, threads);
    this.ended = new ExecutorCompletionService<>(this.threads);
  }

  /** Begins a turn of each idle webhook while threads are free and no turn has failed. */
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
    return underWay.size() < MAX_TURNS
        && underWay.values().stream().noneMatch(each -> each.id() == webhook.id())
        && (!webhook.failing()
            || underWay.values().stream().filter(Webhook::failing).count() < MAX_FAILING);
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

  /** Ends each active turn after its current post. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
