package org.goodtiming.scheduler.web;

/** A bearer token is not valid; the message has the reason. */
final class RefusedTokenException extends Exception {

  private static final long serialVersionUID = 1L;

  RefusedTokenException(String reason) {
    super(reason);
  }
}
