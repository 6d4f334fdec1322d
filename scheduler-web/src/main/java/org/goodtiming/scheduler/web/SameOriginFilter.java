package org.goodtiming.scheduler.web;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses changes that a browser sends on behalf of a page of another origin, with the browser's
 * login. Clients other than browsers send neither header.
 */
@Provider
@Priority(Priorities.AUTHENTICATION)
public class SameOriginFilter implements ContainerRequestFilter {

  /** Methods that change nothing. */
  static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

  @Override
  public void filter(ContainerRequestContext request) {
    String origin = request.getHeaderString("Origin");
    String site = request.getHeaderString("Sec-Fetch-Site");
    if (!READING.contains(request.getMethod())
        && !isOwn(request.getUriInfo().getBaseUri(), origin, site)) {
      request.abortWith(Problem.OTHER_ORIGIN.response(origin == null ? site : origin));
    }
  }

  static boolean isOwn(URI base, @Nullable String origin, @Nullable String site) {
    return (site == null || OWN_SITES.contains(site))
        && (origin == null || origin.equals(base.getScheme() + "://" + base.getAuthority()));
  }
}
