package org.goodtiming.scheduler.broker;

/** The broker did not do what its management was asked. */
public class BrokerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BrokerException(String what, Exception cause) {
    super("SCHED-0603 the broker did not %s: %s".formatted(what, cause.getMessage()), cause);
  }

  BrokerException(String what, String answer) {
    super("SCHED-0603 the broker did not %s: %s".formatted(what, answer));
  }
}
