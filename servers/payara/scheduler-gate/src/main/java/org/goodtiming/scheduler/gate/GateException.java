package org.goodtiming.scheduler.gate;

/** Why the server must not start. */
final class GateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  GateException(String message) {
    super(message);
  }
}
