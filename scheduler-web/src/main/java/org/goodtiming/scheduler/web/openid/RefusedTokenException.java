package org.goodtiming.scheduler.web.openid;

/** A bearer token is not valid; the message has the reason. */
public final class RefusedTokenException extends Exception {

  private static final long serialVersionUID = 1L;

  public RefusedTokenException(String reason) {
    super(reason);
  }
}
