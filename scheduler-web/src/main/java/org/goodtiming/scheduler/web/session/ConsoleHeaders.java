package org.goodtiming.scheduler.web.session;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * These headers let browsers run only the console's own scripts. They apply to static files; the
 * API, metrics and readiness have stricter headers.
 */
@WebFilter(urlPatterns = "/*", asyncSupported = true)
public class ConsoleHeaders extends HttpFilter {

  private static final long serialVersionUID = 1L;

  private static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'self'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types lit-html");

  private static final Map<String, String> ALL =
      Map.of(
          "Content-Security-Policy",
          POLICY,
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cache-Control",
          "no-cache");

  private static final Set<String> SERVLETS = Set.of("/metrics", "/problem", "/ready");

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (isFile(request.getServletPath())) {
      ALL.forEach(response::setHeader);
    }
    chain.doFilter(request, response);
  }

  /**
   * @param path decoded and normalized, within this module
   */
  static boolean isFile(String path) {
    return !path.startsWith("/api/") && !SERVLETS.contains(path);
  }
}
