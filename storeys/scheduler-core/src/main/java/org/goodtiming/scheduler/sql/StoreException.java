package org.goodtiming.scheduler.sql;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A statement of a store failed; the transaction must roll back. */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final @Nullable String sqlState;

  public StoreException(String what, SQLException cause) {
    super("SCHED-0502 could not %s: %s".formatted(what, cause.getMessage()), cause);
    sqlState = cause.getSQLState();
  }

  /** The database's code for the kind of failure; null if the database did not answer. */
  public @Nullable String sqlState() {
    return sqlState;
  }
}
