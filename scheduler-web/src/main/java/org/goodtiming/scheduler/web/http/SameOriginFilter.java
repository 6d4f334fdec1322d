package org.goodtiming.scheduler.web.http;

import jakarta.annotation.Priority;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses changes that a browser sends on behalf of a page of another origin, with the browser's
 * login. Clients other than browsers send neither header, and have no session.
 */
@Provider
@Priority(Priorities.AUTHENTICATION)
public class SameOriginFilter implements ContainerRequestFilter {

  /** The safe methods of HTTP. */
  public static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private static final String SAME_ORIGIN = "same-origin";
  private static final Set<String> OWN_SITES = Set.of(SAME_ORIGIN, "none");

  private @Context HttpServletRequest servletRequest;

  @Override
  public void filter(ContainerRequestContext request) {
    ApiLogin login = ApiLogin.of(servletRequest);
    boolean bySession = login != null && login.session() != null;
    Response refusal = refusal(request, bySession, Client.of(servletRequest).tls());
    if (refusal != null) {
      request.abortWith(refusal);
    }
  }

  /**
   * Null if the request may go on.
   *
   * @param bySession whether the browser has added the login, so that a header must name the origin
   * @param tls whether the client uses TLS
   */
  static @Nullable Response refusal(
      ContainerRequestContext request, boolean bySession, boolean tls) {
    String origin = request.getHeaderString("Origin");
    String site = request.getHeaderString("Sec-Fetch-Site");
    boolean named = origin != null || SAME_ORIGIN.equals(site);
    boolean accepted =
        READING.contains(request.getMethod())
            || (isOwn(request.getUriInfo().getBaseUri(), tls, origin, site)
                && (named || !bySession));
    return accepted ? null : Problem.OTHER_ORIGIN.response(shown(origin, site));
  }

  private static String shown(@Nullable String origin, @Nullable String site) {
    if (origin != null) {
      return origin;
    }
    return site == null ? "not named" : site;
  }

  private static boolean isOwn(
      URI base, boolean tls, @Nullable String origin, @Nullable String site) {
    return (site == null || OWN_SITES.contains(site))
        && (origin == null || isOwnOrigin(base, tls, origin, site));
  }

  /** The node sees http if a proxy ends TLS; the browser then knows better. */
  private static boolean isOwnOrigin(URI base, boolean tls, String origin, @Nullable String site) {
    return origin.equals((tls ? "https" : base.getScheme()) + "://" + base.getAuthority())
        || (SAME_ORIGIN.equals(site) && origin.equals("https://" + base.getAuthority()));
  }
}
