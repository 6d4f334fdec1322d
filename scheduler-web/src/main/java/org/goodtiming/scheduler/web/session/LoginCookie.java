package org.goodtiming.scheduler.web.session;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.goodtiming.scheduler.web.login.SessionCookie;
import org.goodtiming.scheduler.web.openid.LoginState;
import org.jspecify.annotations.Nullable;

/**
 * The cookie in which a browser keeps a login that it has begun at the provider. The provider sends
 * the browser back from another site, which SameSite=Strict would not permit.
 */
final class LoginCookie {

  private static final String NAME = "scheduler-login";
  private static final int MAX_AGE_SECONDS = 600;

  private LoginCookie() {}

  static Optional<LoginState> of(HttpServletRequest request) {
    return of(request.getCookies());
  }

  static Optional<LoginState> of(Cookie @Nullable [] cookies) {
    return SessionCookie.value(NAME, cookies).flatMap(LoginState::parse);
  }

  static String set(LoginState login, HttpServletRequest request) {
    return header(login.text(), MAX_AGE_SECONDS, request);
  }

  static String cleared(HttpServletRequest request) {
    return header("", 0, request);
  }

  private static String header(String value, int seconds, HttpServletRequest request) {
    String path = request.getContextPath() + LoginServlet.BEGIN;
    return header(value, seconds, path, SessionCookie.isOfTls(request));
  }

  static String header(String value, int seconds, String path, boolean tls) {
    return "%s=%s; Path=%s; Max-Age=%d; HttpOnly; SameSite=Lax%s"
        .formatted(NAME, value, path, seconds, tls ? "; Secure" : "");
  }
}
