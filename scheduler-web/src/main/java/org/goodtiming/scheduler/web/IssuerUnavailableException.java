package org.goodtiming.scheduler.web;

/** The issuer of tokens does not answer, so that nothing is known about a token. */
final class IssuerUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  IssuerUnavailableException(Throwable cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
