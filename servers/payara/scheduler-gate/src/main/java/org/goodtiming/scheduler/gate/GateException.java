package org.goodtiming.scheduler.gate;

/** The reason why the server must not start. */
final class GateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  GateException(String message) {
    super(message);
  }
}
