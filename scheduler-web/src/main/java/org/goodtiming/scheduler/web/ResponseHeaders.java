package org.goodtiming.scheduler.web;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;

/** Answers are neither guessed at by browsers, nor kept by caches that did not ask again. */
@Provider
public class ResponseHeaders implements ContainerResponseFilter {

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    response.getHeaders().putSingle("X-Content-Type-Options", "nosniff");
    response.getHeaders().putSingle("Content-Security-Policy", "default-src 'none'");
    response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "private, no-cache");
  }
}
