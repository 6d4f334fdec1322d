package org.goodtiming.scheduler.job;

import java.sql.SQLException;

/** The database did not do what a store asked; the transaction must roll back. */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StoreException(String what, SQLException cause) {
    super("SCHED-0502 could not %s: %s".formatted(what, cause.getMessage()), cause);
  }
}
