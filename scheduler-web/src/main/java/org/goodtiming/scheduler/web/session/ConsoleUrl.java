package org.goodtiming.scheduler.web.session;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.goodtiming.scheduler.web.login.SessionCookie;

/** Addresses of this application as the browser of a request knows them. */
final class ConsoleUrl {

  private ConsoleUrl() {}

  /**
   * @param path within this application, which begins with a slash
   */
  static String of(HttpServletRequest request, String path) {
    return of(
        request.getRequestURL().toString(),
        SessionCookie.isOfTls(request),
        request.getContextPath() + path);
  }

  /** A proxy that ends TLS passes on the name of the host, but not the scheme. */
  static String of(String requestUrl, boolean tls, String path) {
    return (tls ? "https" : "http") + "://" + URI.create(requestUrl).getRawAuthority() + path;
  }
}
