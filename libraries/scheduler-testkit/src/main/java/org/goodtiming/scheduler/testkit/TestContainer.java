package org.goodtiming.scheduler.testkit;

import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.goodtiming.scheduler.api.LongRunContainer;

/**
 * Executes long runs in the thread of the test. They send no heartbeats: no time passes in them.
 */
final class TestContainer implements LongRunContainer {

  private final DeliveryTransaction transaction;
  private final List<Consumer<String>> subscribers = new ArrayList<>();

  TestContainer(DeliveryTransaction transaction) {
    this.transaction = transaction;
  }

  /** Asks the task of a run to stop, if one works at it. */
  void cancel(String fireId) {
    List.copyOf(subscribers).forEach(subscriber -> subscriber.accept(fireId));
  }

  @Override
  public Executor afterCommit() {
    return transaction.afterCommit();
  }

  @Override
  public Runnable inContext(Runnable action) {
    return action;
  }

  @Override
  public void execute(Runnable work) {
    work.run();
  }

  @Override
  public Future<?> repeat(Runnable heartbeat, Duration interval) {
    return new CompletableFuture<>();
  }

  @Override
  public Subscription subscribe(ConnectionFactory connectionFactory, Consumer<String> cancelled) {
    subscribers.add(cancelled);
    return () -> subscribers.remove(cancelled);
  }
}
