package org.goodtiming.scheduler.console;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Kills the browser's processes when a test takes too long, because Playwright may wait forever.
 */
final class Watchdog implements AutoCloseable {

  private final List<ProcessHandle> processes;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Watchdog::daemon);
  private @Nullable ScheduledFuture<?> alarm;
  private volatile boolean killed;

  /** Watches processes; it kills their children with them. */
  Watchdog(List<ProcessHandle> processes) {
    this.processes = List.copyOf(processes);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "watchdog of the browser");
    thread.setDaemon(true);
    return thread;
  }

  synchronized void arm(Duration limit) {
    disarm();
    alarm = timer.schedule(this::kill, limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  synchronized void disarm() {
    if (alarm != null) {
      alarm.cancel(false);
    }
  }

  /** A process that is killed is alive until the system has ended it. */
  boolean allAlive() {
    return !killed && processes.stream().allMatch(ProcessHandle::isAlive);
  }

  private void kill() {
    killed = true;
    List<ProcessHandle> all =
        processes.stream()
            .flatMap(each -> Stream.concat(Stream.of(each), each.descendants()))
            .toList();
    all.forEach(ProcessHandle::destroyForcibly);
  }

  /** Kills whatever is left. */
  @Override
  public void close() {
    timer.shutdownNow();
    kill();
  }
}
