package org.goodtiming.scheduler.web.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemMapper;
import org.goodtiming.scheduler.web.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests by their headers before anything waits for their bodies: Jersey reads a form
 * itself, before any filter of its own, so a few clients that never send one would occupy all
 * threads.
 */
@WebFilter(urlPatterns = "/api/*", asyncSupported = true)
public class BodyFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  /** Needs no login, so only a few may send it at the same time. */
  private static final String LOGIN = "/session";

  private static final Semaphore LOGINS = new Semaphore(8);

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean hasBody =
        hasBody(request.getContentLengthLong(), request.getHeader("Transfer-Encoding"));
    if (isForm(request.getContentType())) {
      answer(noForm(request), response);
    } else if (!hasBody || ApiLogin.of(request) != null) {
      chain.doFilter(request, response);
    } else if (request.getRequestURI().endsWith(LOGIN)) {
      logIn(request, response, chain);
    } else {
      answer(AccessFilter.withoutLogin(request), response);
    }
  }

  private static Response noForm(HttpServletRequest request) {
    return Problem.NOT_SERVED
        .withStatus(415, request.getMethod(), request.getRequestURI(), ProblemMapper.JSON_NEEDED)
        .response();
  }

  private static void logIn(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!LOGINS.tryAcquire()) {
      answer(Problem.LOGINS_AT_ONCE.response(), response);
      return;
    }
    try {
      chain.doFilter(request, response);
    } finally {
      LOGINS.release();
    }
  }

  static boolean isForm(@Nullable String contentType) {
    String type = contentType == null ? "" : contentType.strip().toLowerCase(Locale.ROOT);
    return type.startsWith("application/x-www-form-urlencoded") || type.startsWith("multipart/");
  }

  /**
   * @param length -1 if the request does not tell it
   */
  static boolean hasBody(long length, @Nullable String transferEncoding) {
    return length > 0 || transferEncoding != null;
  }

  /** Closes the connection, whose unread body prevents its reuse. */
  private static void answer(Response refusal, HttpServletResponse response) throws IOException {
    response.setStatus(refusal.getStatus());
    ResponseHeaders.addTo(response);
    refusal
        .getStringHeaders()
        .forEach((name, values) -> response.setHeader(name, String.join(", ", values)));
    response.setHeader("Connection", "close");
    response.getOutputStream().write(String.valueOf(refusal.getEntity()).getBytes(UTF_8));
  }
}
