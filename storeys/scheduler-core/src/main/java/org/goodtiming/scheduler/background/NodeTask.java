package org.goodtiming.scheduler.background;

import java.sql.SQLException;

/** A task of every node. Its first run is an interval after the start of the node. */
public interface NodeTask extends BackgroundTask {

  /** Called at the start of the node, before its other parts. */
  default void atStart() throws SQLException {}

  /** Called at the stop of the node after the last run, if the servers answer. */
  default void end() throws SQLException {}
}
