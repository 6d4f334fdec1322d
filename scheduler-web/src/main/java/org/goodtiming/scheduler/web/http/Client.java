package org.goodtiming.scheduler.web.http;

import jakarta.servlet.http.HttpServletRequest;
import org.goodtiming.scheduler.config.operations.TrustedProxies;

/**
 * The sender of a request; behind a trusted proxy, the client that the proxy names.
 *
 * @param tls whether the client uses TLS
 */
public record Client(String address, boolean tls) {

  private static final String ATTRIBUTE = Client.class.getName();

  public static Client of(HttpServletRequest request, TrustedProxies proxies) {
    String peer = request.getRemoteAddr();
    boolean tlsOfProxy =
        proxies.contains(peer) && "https".equals(request.getHeader("X-Forwarded-Proto"));
    return new Client(
        proxies.client(peer, request.getHeader("X-Forwarded-For")),
        request.isSecure() || tlsOfProxy);
  }

  /** The client of a request that has been authenticated, even in vain. */
  public static Client of(HttpServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof Client client
        ? client
        : of(request, TrustedProxies.NONE);
  }

  public void keepIn(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, this);
  }
}
