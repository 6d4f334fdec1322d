package org.goodtiming.scheduler.telemetry;

import java.sql.SQLException;
import java.time.Duration;

/** Work that every node repeats on a thread of its own while the servers answer. */
public interface PeriodicTask {

  /** For the log, a plural. */
  String name();

  /** Before the first run, and from the end of a run to the start of the next. */
  Duration pause();

  /** For the log, when a run fails: the code, what failed, and what follows. */
  String failure();

  /** Whether a node with these duties runs it. */
  default boolean belongsTo(NodeDuties duties) {
    return true;
  }

  /** When the node starts, before anything else of it works. */
  default void atStart() throws SQLException {}

  /** What it throws is logged; the next run tries again. */
  void run(Repetition repetition) throws SQLException;

  /** After the last run, when the node stops and the servers answer. */
  default void end() throws SQLException {}
}
