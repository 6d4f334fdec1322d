package org.goodtiming.scheduler.api;

import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The container of a Jakarta EE server. */
record ServerContainer(ManagedExecutorService executor, ManagedScheduledExecutorService scheduler)
    implements LongRunContainer {

  ServerContainer {
    Objects.requireNonNull(executor, "executor");
    Objects.requireNonNull(scheduler, "scheduler");
  }

  @Override
  public Executor afterCommit() {
    return CallerTransaction.current()::afterCommit;
  }

  @Override
  public Runnable inContext(Runnable action) {
    return executor.getContextService().contextualRunnable(action);
  }

  @Override
  public void execute(Runnable work) {
    executor.execute(work);
  }

  @Override
  public Future<?> repeat(Runnable heartbeat, Duration interval) {
    long millis = interval.toMillis();
    return scheduler.scheduleAtFixedRate(heartbeat, millis, millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public Subscription subscribe(ConnectionFactory connectionFactory, Consumer<String> cancelled) {
    CancelSubscription subscription = new CancelSubscription(connectionFactory, cancelled);
    subscription.start();
    return subscription;
  }
}
