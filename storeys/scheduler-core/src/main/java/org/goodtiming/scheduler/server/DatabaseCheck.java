package org.goodtiming.scheduler.server;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Checks settings of the database before the node works with it. */
public interface DatabaseCheck {

  /**
   * A problem because of which the node cannot work.
   *
   * @return empty if it can work
   */
  Optional<String> problem() throws SQLException;

  /** Problems that appear under load. */
  List<String> warnings() throws SQLException;
}
