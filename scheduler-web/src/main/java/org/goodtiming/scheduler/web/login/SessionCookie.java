package org.goodtiming.scheduler.web.login;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;
import java.util.Optional;
import org.goodtiming.scheduler.operations.user.SessionToken;
import org.goodtiming.scheduler.web.http.Client;
import org.goodtiming.scheduler.web.http.Problem;
import org.jspecify.annotations.Nullable;

/** The cookie by which a browser proves its session; the browser drops it when it is closed. */
public final class SessionCookie {

  private static final String NAME = "scheduler-session";

  private SessionCookie() {}

  /** The value of the cookie, which may not be a token. */
  static Optional<String> of(HttpServletRequest request) {
    return of(request.getCookies());
  }

  static Optional<String> of(Cookie @Nullable [] cookies) {
    return value(NAME, cookies);
  }

  /** The value of the first cookie of that name. */
  public static Optional<String> value(String name, Cookie @Nullable [] cookies) {
    return Arrays.stream(cookies == null ? new Cookie[0] : cookies)
        .filter(cookie -> cookie.getName().equals(name))
        .map(Cookie::getValue)
        .findFirst();
  }

  /** The token of a request, which may be that of a session that has ended. */
  public static Optional<SessionToken> token(HttpServletRequest request) {
    return of(request).flatMap(SessionToken::parse);
  }

  /** The header Set-Cookie that has a browser send the token. */
  public static String set(SessionToken token, HttpServletRequest request) {
    return header(token.text(), request);
  }

  /** The header Set-Cookie that has a browser forget the token. */
  public static String cleared(HttpServletRequest request) {
    return header("", request) + "; Max-Age=0";
  }

  /** Refuses a request whose session has ended. */
  static Response refusal(HttpServletRequest request) {
    return Problem.SESSION_ENDED
        .builder()
        .header(HttpHeaders.WWW_AUTHENTICATE, Challenge.SESSION)
        .header(HttpHeaders.SET_COOKIE, cleared(request))
        .build();
  }

  private static String header(String value, HttpServletRequest request) {
    return header(value, request.getContextPath(), isOfTls(request));
  }

  static String header(String value, String path, boolean tls) {
    return "%s=%s; Path=%s; HttpOnly; SameSite=Strict%s"
        .formatted(NAME, value, path, tls ? "; Secure" : "");
  }

  /** Whether the browser uses TLS, as the node or its proxy sees it, or the browser says. */
  public static boolean isOfTls(HttpServletRequest request) {
    return Client.of(request).tls()
        || isOfTls(request.getHeader("Origin"), request.getHeader("X-Forwarded-Proto"));
  }

  /** Whether the browser uses TLS although the node does not: a proxy ends it. */
  static boolean isOfTls(@Nullable String origin, @Nullable String forwardedProto) {
    return (origin != null && origin.startsWith("https://")) || "https".equals(forwardedProto);
  }
}
