package org.goodtiming.scheduler.system.drain;

import jakarta.ejb.ApplicationException;

/** Would let the transaction commit, if the container were asked. */
@ApplicationException(rollback = false)
class FailsOnPurpose extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FailsOnPurpose() {
    super("This job always fails", null, false, false);
  }
}
