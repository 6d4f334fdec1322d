package org.goodtiming.scheduler.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Work that every node repeats on a thread of its own while the servers answer. It is timed by the
 * monotonic clock: an EJB timer stands still while a clock that was set back catches up
 * (docs/adr/0053).
 */
public final class PeriodicWork implements AutoCloseable {

  private static final Logger LOG = System.getLogger(PeriodicWork.class.getName());

  /** Behind another session a transaction waits 10 s for a locked row, and then has 10 s itself. */
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(25);

  /** What is repeated. */
  @FunctionalInterface
  public interface Step {

    /**
     * @param goesOn to be asked before each transaction but the first: false if the node stops
     */
    void run(BooleanSupplier goesOn) throws SQLException;
  }

  private final String name;
  private final ScheduledExecutorService executor;

  private PeriodicWork(String name, ScheduledExecutorService executor) {
    this.name = name;
    this.executor = executor;
  }

  /**
   * @param name for the log
   * @param pause before the first step, and from the end of a step to the start of the next
   * @param failed gets what a step throws; the next step tries again
   */
  public static PeriodicWork start(
      String name,
      ThreadFactory threads,
      Servers servers,
      Duration pause,
      Step step,
      Consumer<? super Throwable> failed) {
    var executor = Executors.newSingleThreadScheduledExecutor(threads);
    executor.scheduleWithFixedDelay(
        new RepeatedStep(name, () -> run(step, servers, executor, failed)),
        pause.toMillis(),
        pause.toMillis(),
        TimeUnit.MILLISECONDS);
    return new PeriodicWork(name, executor);
  }

  private static void run(
      Step step,
      Servers servers,
      ScheduledExecutorService executor,
      Consumer<? super Throwable> failed) {
    if (!servers.allAnswer()) {
      return;
    }
    try {
      step.run(() -> servers.allAnswer() && !executor.isShutdown());
    } catch (SQLException | RuntimeException | LinkageError e) {
      failed.accept(e);
    }
  }

  /**
   * Ends the repetition, and waits a limited time for the transaction that runs: to be called while
   * session beans still work (docs/adr/0050).
   */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(LONGEST_TRANSACTION.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.log(
            Level.WARNING,
            "SCHED-0716 the node stops while {0} still work; messages that they have consumed may be redelivered only after the broker''s transaction-timeout",
            name);
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
