package org.goodtiming.scheduler.web.openid;

/** The issuer of tokens does not answer as it should, so that nothing is known about a token. */
public final class IssuerUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  IssuerUnavailableException(String reason) {
    super(reason);
  }

  IssuerUnavailableException(Throwable cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
