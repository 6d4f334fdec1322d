package org.goodtiming.scheduler.background;

import java.lang.System.Logger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.FailureLog;
import org.goodtiming.scheduler.telemetry.RepeatedStep;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a task while the servers answer, from each start to the next stop. There is one thread: a
 * run that outlasts its stop delays the next start, and never overlaps it. The monotonic clock
 * times it: an EJB timer stands still while a clock that was set back catches up (docs/adr/0053).
 */
public final class TaskLoop {

  private static final Logger LOG = System.getLogger(TaskLoop.class.getName());

  /** Between two runs of a task whose condition is false all the time. */
  private static final Duration RUN_WITHOUT_WORK = Duration.ofMinutes(1);

  private final BackgroundTask task;
  private final @Nullable String condition;
  private final Set<String> queues;
  private final Servers servers;
  private final CurrentDuties duties;
  private final FailureLog failures;
  private final Executor runs;
  private final ScheduledExecutorService thread;
  private volatile int term;
  private boolean started;
  private boolean running;
  private boolean offered;
  private long restsUntil;
  private @Nullable Run nextRun;
  private Future<?> next = CompletableFuture.completedFuture(null);

  public TaskLoop(BackgroundTask task, TaskThreads threads, Servers servers, CurrentDuties duties) {
    this.task = task;
    this.condition = task.condition();
    this.queues = task.consumedQueues();
    this.servers = servers;
    this.duties = duties;
    this.failures = new FailureLog(LOG, servers::explain);
    this.runs = threads.runs();
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            step -> named(threads.factory().newThread(step)));
  }

  /** A part of the life of a task. */
  public interface Step {
    void run() throws SQLException;
  }

  /** Null if each interval has a run. */
  @Nullable String condition() {
    return condition;
  }

  Set<String> consumedQueues() {
    return queues;
  }

  private boolean waitsForOffers() {
    return condition != null || !queues.isEmpty();
  }

  public synchronized void start(Duration delay) {
    term++;
    started = true;
    schedule(delay);
  }

  /** Whether {@link #offerRun} would cause a run: none runs, and none is about to. */
  synchronized boolean takesOffers() {
    return started && !running && !offered;
  }

  /** There is work for a task with a condition, which runs when its interval is over. */
  synchronized void offerRun() {
    if (takesOffers()) {
      offered = true;
      runAfter(Duration.ofNanos(Math.max(0, restsUntil - System.nanoTime())));
    }
  }

  /**
   * Offers a run to each of the loops that takes offers and has work.
   *
   * @param withWork selects those that have; if it fails, all get an offer: what keeps one task
   *     from being asked for must not stop the others
   */
  static void offerRuns(List<TaskLoop> loops, UnaryOperator<List<TaskLoop>> withWork) {
    List<TaskLoop> resting = loops.stream().filter(TaskLoop::takesOffers).toList();
    if (resting.isEmpty()) {
      return;
    }
    try {
      withWork.apply(resting).forEach(TaskLoop::offerRun);
    } catch (RuntimeException e) {
      resting.forEach(TaskLoop::offerRun);
      throw e;
    }
  }

  /** Begins a run before its time, unless one runs. */
  synchronized void runNow() {
    if (started && !running) {
      runAfter(Duration.ZERO);
    }
  }

  private void runAfter(Duration delay) {
    next.cancel(false);
    schedule(delay);
  }

  /** Interrupts a run and does not wait for its end; its failure is not logged. */
  synchronized void interrupt() {
    term++;
    started = false;
    offered = false;
    next.cancel(true);
  }

  /**
   * No further run begins. The one that runs ends after its transaction, and then the last step.
   */
  public synchronized void end(Step last) {
    next.cancel(false);
    thread.execute(new RepeatedStep(task.description().name(), () -> runIfServersAnswer(last)));
    thread.shutdown();
  }

  public void kill() {
    thread.shutdownNow();
  }

  /**
   * To be called after {@link #end}.
   *
   * @return whether the last step has ended
   */
  public boolean awaitEnd(Duration patience) throws InterruptedException {
    return thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Runs a step at once, and logs its failure. */
  public void attempt(Step step) {
    try {
      step.run();
    } catch (SQLException | RuntimeException | LinkageError e) {
      failures.failed(task.description().failure(), e);
    }
  }

  private void runIfServersAnswer(Step step) {
    if (servers.allAnswer()) {
      attempt(step);
    }
  }

  private synchronized void repeat(int ofTerm) {
    running = false;
    restsUntil = System.nanoTime() + task.description().interval().toNanos();
    if (term == ofTerm) {
      schedule(waitsForOffers() ? RUN_WITHOUT_WORK : task.description().interval());
    }
  }

  private void schedule(Duration delay) {
    if (!thread.isShutdown()) {
      Run run = new Run(term);
      Runnable step = new RepeatedStep(task.description().name(), () -> runAndRepeat(run));
      nextRun = run;
      next = thread.schedule(step, delay.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** False if an offer came before it, and began another one. */
  private synchronized boolean begins(Run run) {
    running = run == nextRun;
    offered &= !running;
    return running;
  }

  private void runAndRepeat(Run run) {
    if (!begins(run)) {
      return;
    }
    try {
      if (run.goesOn()) {
        runs.execute(() -> runTask(run));
      }
    } catch (RuntimeException | LinkageError e) {
      failed(run, e);
    } finally {
      repeat(run.ofTerm);
    }
  }

  private void runTask(Run run) {
    try {
      task.run(run);
    } catch (SQLException | RuntimeException | LinkageError e) {
      failed(run, e);
    }
  }

  private void failed(Run run, Throwable failure) {
    if (term == run.ofTerm) {
      failures.failed(task.description().failure(), failure);
    }
  }

  private final class Run implements Repetition {

    private final int ofTerm;

    Run(int ofTerm) {
      this.ofTerm = ofTerm;
    }

    @Override
    public boolean goesOn() {
      return term == ofTerm
          && !thread.isShutdown()
          && servers.allAnswer()
          && task.belongsTo(duties.get());
    }

    @Override
    public void failed(String what, Throwable failure) {
      failures.failed(what, failure);
    }
  }

  private Thread named(Thread created) {
    created.setName("scheduler-" + task.description().name());
    return created;
  }
}
