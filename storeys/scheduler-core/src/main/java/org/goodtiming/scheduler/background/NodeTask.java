package org.goodtiming.scheduler.background;

import java.sql.SQLException;

/** A task of every node. Its first run is an interval after the start of the node. */
public interface NodeTask extends BackgroundTask {

  /** When the node starts, before anything else of it works. */
  default void atStart() throws SQLException {}

  /** After the last run, when the node stops and the servers answer. */
  default void end() throws SQLException {}
}
