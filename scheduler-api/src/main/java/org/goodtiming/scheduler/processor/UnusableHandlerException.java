package org.goodtiming.scheduler.processor;

/** No bean can be generated for a handler; the text says why. */
final class UnusableHandlerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;

  UnusableHandlerException(String reason) {
    super(reason);
    this.reason = "SCHED-0023 this method cannot handle jobs: " + reason;
  }

  String reason() {
    return reason;
  }
}
