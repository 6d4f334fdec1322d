package org.goodtiming.scheduler.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.net.URI;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.goodtiming.scheduler.encryption.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * These headers keep browsers from guessing the type of an answer and from running scripts in it.
 * Caches may store only answers with a tag, and must revalidate them at each use. A list has a tag
 * of its text, so a client that polls it receives it only after a change. A location is a path, set
 * past JAX-RS: RESTEasy (before this filter) and Jersey (after it) would complete it with the
 * header Host, which anybody can forge.
 */
@Provider
public class ResponseHeaders implements ContainerResponseFilter {

  /** Names directives that do not inherit from default-src. */
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

  private @Context HttpServletResponse servletResponse;

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    ALL.forEach(response.getHeaders()::putSingle);
    if (SameOriginFilter.READING.contains(request.getMethod()) && isTagged(response)) {
      response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "private, no-cache");
    }
    tagText(request, response);
    URI location = response.getLocation();
    if (location != null) {
      response.getHeaders().remove(HttpHeaders.LOCATION);
      servletResponse.setHeader(
          HttpHeaders.LOCATION, path(request.getUriInfo().getBaseUri(), location));
    }
  }

  static String path(URI base, URI location) {
    return base.resolve(location).getRawPath();
  }

  /** The tag is weak, and nobody may keep the answer: a client compares it in memory. */
  private static void tagText(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getMethod().equals("GET")
        && response.getStatus() == 200
        && response.getEntity() instanceof String text
        && !response.getHeaders().containsKey(HttpHeaders.ETAG)) {
      EntityTag tag = new EntityTag(digest(text), true);
      response.getHeaders().putSingle(HttpHeaders.ETAG, tag);
      if (isKnown(tag, request.getHeaderString(HttpHeaders.IF_NONE_MATCH))) {
        response.setStatus(304);
        response.setEntity(null);
      }
    }
  }

  private static boolean isKnown(EntityTag tag, @Nullable String ifNoneMatch) {
    return ifNoneMatch != null && ifNoneMatch.contains('"' + tag.getValue() + '"');
  }

  private static String digest(String text) {
    byte[] digest = Sha256.of(text.getBytes(UTF_8));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, 12));
  }

  private static boolean isTagged(ContainerResponseContext response) {
    return response.getStatus() < 400 && response.getHeaders().containsKey(HttpHeaders.ETAG);
  }

  /** Adds the headers to an answer that no resource gives. */
  public static void addTo(HttpServletResponse response) {
    ALL.forEach(response::setHeader);
  }
}
