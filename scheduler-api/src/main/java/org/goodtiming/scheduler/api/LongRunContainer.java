package org.goodtiming.scheduler.api;

import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * The services that {@link LongRunningJobs} needs of its container. Applications of a Jakarta EE
 * server use {@link #ofServer}; the test kit has a container of its own.
 */
public interface LongRunContainer {

  /** A subscription to cancels, until it is closed. */
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * The container of a Jakarta EE server.
   *
   * @param executor runs the tasks
   * @param scheduler sends the heartbeats
   */
  static LongRunContainer ofServer(
      ManagedExecutorService executor, ManagedScheduledExecutorService scheduler) {
    return new ServerContainer(executor, scheduler);
  }

  /**
   * Returns an executor of actions after the commit of the caller's transaction. It executes none
   * if that rolls back.
   *
   * @throws JobSchedulerException if the caller has no transaction
   */
  Executor afterCommit();

  /** Gives an action the caller's context, for example its class loader, on other threads. */
  Runnable inContext(Runnable action);

  /** Executes the work of a run. */
  void execute(Runnable work);

  /** Repeats the heartbeat of a run until the future is cancelled. */
  Future<?> repeat(Runnable heartbeat, Duration interval);

  /**
   * Subscribes to {@link WireContract#CONTROL_TOPIC}.
   *
   * @param cancelled accepts the fire id of each run that should stop
   */
  Subscription subscribe(ConnectionFactory connectionFactory, Consumer<String> cancelled);
}
