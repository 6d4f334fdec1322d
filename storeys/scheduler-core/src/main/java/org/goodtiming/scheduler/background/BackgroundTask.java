package org.goodtiming.scheduler.background;

import java.sql.SQLException;

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
   * Runs outside any transaction. The failure that it throws is logged; the next run tries again.
   */
  void run(Repetition repetition) throws SQLException;
}
