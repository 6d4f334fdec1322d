package org.goodtiming.scheduler.background;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.stream.StreamSupport;
import org.goodtiming.scheduler.telemetry.CurrentDuties;
import org.goodtiming.scheduler.telemetry.Event.LeaderTasksStarted;
import org.goodtiming.scheduler.telemetry.Event.LeaderTasksStopped;
import org.goodtiming.scheduler.telemetry.Events;
import org.goodtiming.scheduler.telemetry.Servers;

/** Runs the leader's tasks while this node leads. */
public final class LeaderTasks implements AutoCloseable {

  private final List<TaskLoop> loops;
  private final Events events;
  private boolean started;

  public LeaderTasks(
      Iterable<LeaderTask> tasks,
      ThreadFactory threads,
      Servers servers,
      CurrentDuties duties,
      Events events) {
    this.loops =
        StreamSupport.stream(tasks.spliterator(), false)
            .map(task -> new TaskLoop(task, threads, servers, duties))
            .toList();
    this.events = events;
  }

  /** May be called repeatedly while the node leads. */
  public synchronized void start() {
    if (!started) {
      started = true;
      events.tell(new LeaderTasksStarted());
      loops.forEach(loop -> loop.start(Duration.ZERO));
    }
  }

  /** Interrupts the tasks that run, and does not wait for their end. */
  public synchronized void stop() {
    if (started) {
      started = false;
      loops.forEach(TaskLoop::interrupt);
      events.tell(new LeaderTasksStopped());
    }
  }

  @Override
  public synchronized void close() {
    stop();
    loops.forEach(TaskLoop::kill);
  }
}
