package org.goodtiming.sample.worker;

import jakarta.ejb.ApplicationException;

/**
 * What the always failing worker throws, so that the broker delivers again.
 *
 * <p>An application exception without a stack trace, because otherwise the server writes a hundred
 * lines to its log for each attempt.
 */
@ApplicationException(rollback = true)
class FailedOnPurpose extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FailedOnPurpose() {
    super("This worker always fails", null, false, false);
  }
}
