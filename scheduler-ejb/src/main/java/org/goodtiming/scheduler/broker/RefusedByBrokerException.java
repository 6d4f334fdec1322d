package org.goodtiming.scheduler.broker;

/** The broker answered, and the answer is no. */
final class RefusedByBrokerException extends BrokerException {

  private static final long serialVersionUID = 1L;

  RefusedByBrokerException(String what, String answer) {
    super(what, answer);
  }
}
