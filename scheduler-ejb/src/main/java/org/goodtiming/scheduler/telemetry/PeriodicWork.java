package org.goodtiming.scheduler.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Repeats a task on a thread of its own. It is timed by the monotonic clock: an EJB timer stands
 * still while a clock that was set back catches up (docs/adr/0053).
 */
final class PeriodicWork implements Repetition {

  private static final Logger LOG = System.getLogger(PeriodicWork.class.getName());

  private final PeriodicTask task;
  private final Servers servers;
  private final CurrentDuties duties;
  private final FailureLog failures;
  private final ScheduledExecutorService executor;
  private volatile boolean stops;

  private PeriodicWork(
      PeriodicTask task, Servers servers, CurrentDuties duties, ScheduledExecutorService executor) {
    this.task = task;
    this.servers = servers;
    this.duties = duties;
    this.failures = new FailureLog(LOG, servers);
    this.executor = executor;
  }

  static PeriodicWork start(
      PeriodicTask task, ThreadFactory threads, Servers servers, CurrentDuties duties) {
    var executor = Executors.newSingleThreadScheduledExecutor(threads);
    var work = new PeriodicWork(task, servers, duties, executor);
    work.atStart();
    work.executor.scheduleWithFixedDelay(
        new RepeatedStep(task.name(), work::run),
        task.pause().toMillis(),
        task.pause().toMillis(),
        TimeUnit.MILLISECONDS);
    return work;
  }

  private interface Attempt {
    void make() throws SQLException;
  }

  /** Whether the servers answer is not known yet. */
  private void atStart() {
    try {
      task.atStart();
    } catch (SQLException | RuntimeException | LinkageError e) {
      failed(task.failure(), e);
    }
  }

  private void run() {
    if (!stops && task.belongsTo(duties.get())) {
      attempt(() -> task.run(this));
    }
  }

  private void attempt(Attempt attempt) {
    if (!servers.allAnswer()) {
      return;
    }
    try {
      attempt.make();
    } catch (SQLException | RuntimeException | LinkageError e) {
      failed(task.failure(), e);
    }
  }

  @Override
  public boolean goesOn() {
    return servers.allAnswer() && !executor.isShutdown() && task.belongsTo(duties.get());
  }

  @Override
  public void failed(String what, Throwable failure) {
    failures.failed(what, failure);
  }

  /** No further run begins; the one that runs ends after its transaction, and then the task. */
  void stop() {
    stops = true;
    executor.execute(new RepeatedStep(task.name(), () -> attempt(task::end)));
    executor.shutdown();
  }

  /** To be called after {@link #stop}. */
  void awaitEnd(Duration patience) throws InterruptedException {
    if (!executor.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.log(
          Level.WARNING,
          "SCHED-0716 the node stops while {0} still work; messages that they have consumed may be redelivered only after the broker''s transaction-timeout",
          task.name());
      executor.shutdownNow();
    }
  }
}
