package org.goodtiming.scheduler.background;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Work that repeats on a thread of its own, so that it delays neither dispatch nor other tasks. A
 * task is either a {@link LeaderTask} or a {@link NodeTask}.
 */
public interface BackgroundTask {

  /** Describes the task. Called after each run, because the interval may change. */
  TaskDescription description();

  /** Whether a node with these duties runs it. */
  default boolean belongsTo(NodeDuties duties) {
    return true;
  }

  /**
   * The SQL condition on which a run would find work; {@link Conditions} reads those of all tasks
   * in one statement, and a run begins only if its one is true. Null if no condition tells: each
   * interval has a run.
   */
  default @Nullable String condition() {
    return null;
  }

  /**
   * The broker's queues whose messages a run consumes; {@link QueueProbe} asks for those of all
   * tasks at once, and a run begins only if one has messages. Empty if each interval has a run.
   */
  default Set<String> consumedQueues() {
    return Set.of();
  }

  /**
   * Runs outside any transaction. The failure that it throws is logged; the next run tries again.
   */
  void run(Repetition repetition) throws SQLException;
}
