package org.goodtiming.scheduler.background;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStarted;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStopped;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.Events;

/** Runs the leader's tasks while this node leads. */
public final class LeaderTasks implements AutoCloseable {

  private final List<TaskLoop> loops = new ArrayList<>();
  private final Events events;
  private final TaskLoop probe;
  private boolean started;

  /**
   * @param rests whether the tasks may look for work less often, until {@link #wake}
   */
  public LeaderTasks(
      Iterable<LeaderTask> tasks,
      DataSource dataSource,
      TaskThreads threads,
      Servers servers,
      CurrentDuties duties,
      BooleanSupplier rests,
      Events events) {
    this.events = events;
    for (LeaderTask task : tasks) {
      loops.add(new TaskLoop(task, threads, servers, duties));
    }
    WorkProbe task = new WorkProbe(new Conditions(loops, dataSource), rests);
    probe = new TaskLoop(task, threads, servers, duties);
    loops.add(probe);
  }

  /** May be called repeatedly while the node leads. */
  public synchronized void start() {
    if (!started) {
      started = true;
      events.tell(new LeaderTasksStarted());
      loops.forEach(loop -> loop.start(Duration.ZERO));
    }
  }

  /** Looks at once which tasks have work. */
  public void wake() {
    probe.runNow();
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
