package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/**
 * A step of an installation, which can be shown before it is done.
 *
 * @param description what it does, as a sentence without a full stop
 * @param statements what it runs, or which lines of a file it changes; without passwords
 */
public record Step(String description, List<String> statements, Action action) {

  /** The action of a step. */
  @FunctionalInterface
  interface Action {
    void run() throws SQLException, IOException;
  }

  /** Tells what is not done. */
  public static Step note(String description) {
    return new Step(description, List.of(), () -> {});
  }

  /**
   * Does it.
   *
   * @throws SQLException if the database refuses
   * @throws IOException if a file cannot be written
   */
  public void run() throws SQLException, IOException {
    action.run();
  }
}
