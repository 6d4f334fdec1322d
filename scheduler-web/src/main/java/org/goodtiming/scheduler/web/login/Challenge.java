package org.goodtiming.scheduler.web.login;

import org.jspecify.annotations.Nullable;

/** The header WWW-Authenticate, which a refusal with 401 must have. */
public final class Challenge {

  /** The header in which a browser states the destination of a request. */
  static final String DESTINATION = "Sec-Fetch-Dest";

  /** No browser knows this scheme, so none opens a dialog. */
  public static final String SESSION = "Session realm=\"scheduler\"";

  private static final String BASIC = "Basic realm=\"scheduler\", charset=\"UTF-8\"";

  private Challenge() {}

  /**
   * The challenge of a request without a login: the script of a page asks for name and password
   * itself.
   */
  static String of(@Nullable String destination) {
    return "empty".equals(destination) ? SESSION : BASIC;
  }
}
