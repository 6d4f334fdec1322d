package org.goodtiming.sample.worker;

/** What the always failing worker throws, so that the broker delivers again. */
class FailedOnPurpose extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FailedOnPurpose() {
    super("This worker always fails");
  }
}
