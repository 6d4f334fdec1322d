package org.goodtiming.scheduler.leader;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.goodtiming.scheduler.telemetry.Event.LeaderTasksStarted;
import org.goodtiming.scheduler.telemetry.Event.LeaderTasksStopped;
import org.goodtiming.scheduler.telemetry.Events;

/** Runs the leader's tasks while this node leads. */
public final class LeaderTasks implements AutoCloseable {

  private final List<TaskLoop> loops;
  private final Events events;
  private boolean started;

  /**
   * @param explained whether a failure is not to be logged
   */
  public LeaderTasks(
      Iterable<LeaderTask> tasks,
      ThreadFactory threads,
      Predicate<Throwable> explained,
      Events events) {
    this.loops =
        StreamSupport.stream(tasks.spliterator(), false)
            .map(task -> new TaskLoop(task, threads, explained))
            .toList();
    this.events = events;
  }

  /** May be called repeatedly while the node leads. */
  public synchronized void start() {
    if (!started) {
      started = true;
      events.tell(new LeaderTasksStarted());
      loops.forEach(TaskLoop::start);
    }
  }

  /** Interrupts what runs, and does not wait for its end. */
  public synchronized void stop() {
    if (started) {
      started = false;
      loops.forEach(TaskLoop::stop);
      events.tell(new LeaderTasksStopped());
    }
  }

  @Override
  public synchronized void close() {
    stop();
    loops.forEach(TaskLoop::close);
  }
}
