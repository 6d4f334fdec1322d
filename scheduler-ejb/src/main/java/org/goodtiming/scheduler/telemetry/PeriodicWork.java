package org.goodtiming.scheduler.telemetry;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Work that every node repeats on a thread of its own while the servers answer. It is timed by the
 * monotonic clock: an EJB timer stands still while a clock that was set back catches up
 * (docs/adr/0053).
 */
public final class PeriodicWork implements AutoCloseable {

  /** Behind another session a transaction waits 10 s for a locked row, and then has 10 s itself. */
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(25);

  /** What is repeated. */
  @FunctionalInterface
  public interface Step {
    void run() throws SQLException;
  }

  private final ScheduledExecutorService thread;

  private PeriodicWork(ScheduledExecutorService thread) {
    this.thread = thread;
  }

  /**
   * @param pause before the first step, and from the end of a step to the start of the next
   * @param failed gets what a step throws; the next step tries again
   */
  public static PeriodicWork start(
      ThreadFactory threads,
      Servers servers,
      Duration pause,
      Step step,
      Consumer<? super Throwable> failed) {
    var thread = Executors.newSingleThreadScheduledExecutor(threads);
    thread.scheduleWithFixedDelay(
        () -> {
          if (servers.allAnswer()) {
            try {
              step.run();
            } catch (SQLException | RuntimeException | LinkageError e) {
              // Must not end the repetition
              failed.accept(e);
            }
          }
        },
        pause.toMillis(),
        pause.toMillis(),
        TimeUnit.MILLISECONDS);
    return new PeriodicWork(thread);
  }

  /** Ends the repetition, and waits a limited time for the step that runs. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      thread.awaitTermination(LONGEST_TRANSACTION.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
