package org.goodtiming.scheduler.background;

import java.sql.SQLException;
import java.time.Duration;

/**
 * Work that repeats on a thread of its own, so that it delays neither dispatch nor other tasks. A
 * task is either a {@link LeaderTask} or a {@link NodeTask}.
 */
public interface BackgroundTask {

  /** The name in the log, and of the thread. */
  String name();

  /** From the end of a run to the start of the next; asked after each run. */
  Duration interval();

  /** The log entry for a run that throws: the code, what failed, and what follows. */
  String failure();

  /** Whether a node with these duties runs it. */
  default boolean belongsTo(NodeDuties duties) {
    return true;
  }

  /**
   * Runs outside any transaction. The failure that it throws is logged; the next run tries again.
   */
  void run(Repetition repetition) throws SQLException;
}
