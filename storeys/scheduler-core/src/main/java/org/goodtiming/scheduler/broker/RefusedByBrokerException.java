package org.goodtiming.scheduler.broker;

/** The broker refused the request. */
public final class RefusedByBrokerException extends BrokerException {

  private static final long serialVersionUID = 1L;

  RefusedByBrokerException(String what, String answer) {
    super(what, answer);
  }
}
