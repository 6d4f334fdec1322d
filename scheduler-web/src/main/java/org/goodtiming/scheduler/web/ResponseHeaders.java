package org.goodtiming.scheduler.web;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.net.URI;
import java.util.Map;

/**
 * Browsers neither guess what an answer is, nor run anything in it. Nobody keeps an answer, except
 * what a client has read with a tag: it may keep that, and asks each time whether it has changed. A
 * location is a path: resources give it relative to the base of the API.
 */
@Provider
public class ResponseHeaders implements ContainerResponseFilter {

  /** Not all directives follow default-src. */
  private static final String POLICY =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final Map<String, String> ALL =
      Map.of(
          "X-Content-Type-Options",
          "nosniff",
          "Content-Security-Policy",
          POLICY,
          HttpHeaders.CACHE_CONTROL,
          "no-store");

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    ALL.forEach(response.getHeaders()::putSingle);
    if (SameOriginFilter.READING.contains(request.getMethod()) && isTagged(response)) {
      response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "private, no-cache");
    }
    URI location = response.getLocation();
    if (location != null) {
      String base = request.getUriInfo().getBaseUri().getRawPath();
      response.getHeaders().putSingle(HttpHeaders.LOCATION, URI.create(base + location));
    }
  }

  private static boolean isTagged(ContainerResponseContext response) {
    return response.getStatus() < 400 && response.getHeaders().containsKey(HttpHeaders.ETAG);
  }

  /** For answers that no resource gives. */
  static void addTo(HttpServletResponse response) {
    ALL.forEach(response::setHeader);
  }
}
