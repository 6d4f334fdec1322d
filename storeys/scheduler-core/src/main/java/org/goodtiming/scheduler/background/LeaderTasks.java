package org.goodtiming.scheduler.background;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStarted;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStopped;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Events;

/** Runs the leader's tasks while this node leads. */
public final class LeaderTasks implements AutoCloseable {

  private final List<TaskLoop> loops = new ArrayList<>();
  private final Events events;
  private boolean started;

  public LeaderTasks(
      Iterable<LeaderTask> tasks,
      DataSource dataSource,
      TaskThreads threads,
      Servers servers,
      CurrentDuties duties,
      Events events) {
    this.events = events;
    for (LeaderTask task : tasks) {
      loops.add(new TaskLoop(task, threads, servers, duties));
    }
    List<TaskLoop> conditional = loops.stream().filter(TaskLoop::waitsForOffers).toList();
    if (!conditional.isEmpty()) {
      WorkProbe probe = new WorkProbe(conditional, new Statements(dataSource));
      loops.add(new TaskLoop(probe, threads, servers, duties));
    }
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
