package org.goodtiming.scheduler.web;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.util.Map;

/** Browsers neither guess what an answer is, nor run anything in it; and nobody keeps it. */
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
  }

  /** For answers that no resource gives. */
  static void addTo(HttpServletResponse response) {
    ALL.forEach(response::setHeader);
  }
}
