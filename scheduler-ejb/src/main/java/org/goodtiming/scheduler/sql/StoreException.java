package org.goodtiming.scheduler.sql;

import java.sql.SQLException;

/** A statement of a store failed; the transaction must roll back. */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StoreException(String what, SQLException cause) {
    super("SCHED-0502 could not %s: %s".formatted(what, cause.getMessage()), cause);
  }
}
