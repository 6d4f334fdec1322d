package org.goodtiming.sample.worker;

/** Rolls the delivery back: nothing of the check remains, and the job stays with the broker. */
class CheckFailed extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CheckFailed(String message, Exception cause) {
    super(message, cause);
  }
}
