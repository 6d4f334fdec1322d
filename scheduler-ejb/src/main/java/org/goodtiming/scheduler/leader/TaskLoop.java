package org.goodtiming.scheduler.leader;

import java.lang.System.Logger;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.goodtiming.scheduler.telemetry.FailureLog;

/**
 * Repeats a task from each start to the next stop. There is one thread: a run that outlasts its
 * stop delays the next start, and never overlaps it.
 */
final class TaskLoop {

  private static final Logger LOG = System.getLogger(TaskLoop.class.getName());

  private final LeaderTask task;
  private final FailureLog failures;
  private final ExecutorService thread;
  private Future<?> loop = CompletableFuture.completedFuture(null);
  private final AtomicInteger term = new AtomicInteger();

  TaskLoop(LeaderTask task, ThreadFactory threads, Predicate<Throwable> explained) {
    this.task = task;
    this.failures = new FailureLog(LOG, explained);
    this.thread = Executors.newSingleThreadExecutor(runnable -> named(threads.newThread(runnable)));
  }

  void start() {
    int started = term.incrementAndGet();
    loop = thread.submit(() -> repeat(started));
  }

  void stop() {
    term.incrementAndGet();
    loop.cancel(true);
  }

  void close() {
    thread.shutdownNow();
  }

  private void repeat(int started) {
    try {
      while (term.get() == started) {
        run(started);
        TimeUnit.MILLISECONDS.sleep(task.interval().toMillis());
      }
    } catch (InterruptedException e) {
      // Stopped amid the pause
    }
  }

  private void run(int started) {
    try {
      task.run();
    } catch (RuntimeException | LinkageError e) {
      if (term.get() == started) {
        failures.failed(task.failure(), e);
      }
    }
  }

  private Thread named(Thread thread) {
    thread.setName("scheduler-" + task.name());
    return thread;
  }
}
