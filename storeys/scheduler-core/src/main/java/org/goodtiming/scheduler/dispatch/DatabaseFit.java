package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Optional;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.recovery.CommitMarker;
import org.goodtiming.scheduler.server.DatabaseCheck;

/** Checks whether the database is one that this node can work with. */
@Singleton
record DatabaseFit(SchemaVersion schema, CommitMarker marker, DatabaseCheck limits) {

  private static final Logger LOG = System.getLogger(DatabaseFit.class.getName());

  @Inject
  DatabaseFit {}

  /**
   * Logs warnings.
   *
   * @throws IllegalStateException if the node must not work with it
   * @throws SQLException if the database does not answer
   */
  void check() throws SQLException {
    stopBecauseOf(schema.problem());
    stopBecauseOf(marker.problem());
    stopBecauseOf(limits.problem());
    limits.warnings().forEach(warning -> LOG.log(Level.WARNING, warning));
  }

  private static void stopBecauseOf(Optional<String> problem) {
    if (problem.isPresent()) {
      throw new IllegalStateException(problem.get());
    }
  }
}
