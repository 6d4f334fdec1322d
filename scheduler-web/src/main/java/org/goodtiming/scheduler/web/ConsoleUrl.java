package org.goodtiming.scheduler.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;

/** Addresses of this application as the browser of a request knows them. */
final class ConsoleUrl {

  private ConsoleUrl() {}

  /**
   * @param path within this application, which begins with a slash
   */
  static String of(HttpServletRequest request, String path) {
    boolean tls = SessionCookie.isOfTls(request);
    String authority = URI.create(request.getRequestURL().toString()).getRawAuthority();
    return (tls ? "https" : "http") + "://" + authority + request.getContextPath() + path;
  }
}
