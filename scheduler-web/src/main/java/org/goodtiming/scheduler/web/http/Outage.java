package org.goodtiming.scheduler.web.http;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Distinguishes transient failures from bugs. */
final class Outage {

  /**
   * Classes of SQLSTATE: connection, insufficient resources, object in use (lock timeout), operator
   * intervention (shutdown, statement timeout), transaction rollback (deadlock), cannot connect.
   */
  private static final Set<String> CLASSES = Set.of("08", "53", "55", "57", "40");

  private Outage() {}

  static boolean explains(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof SQLException sql && isTransient(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  /** A pool without a free connection reports no state. */
  private static boolean isTransient(@Nullable String state) {
    return state == null || (state.length() == 5 && CLASSES.contains(state.substring(0, 2)));
  }
}
