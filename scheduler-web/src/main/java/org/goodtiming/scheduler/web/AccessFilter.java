package org.goodtiming.scheduler.web;

import jakarta.annotation.Priority;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Denies whatever a resource does not allow to a role that the user has. */
@Provider
@Priority(Priorities.AUTHORIZATION)
public class AccessFilter implements ContainerRequestFilter {

  private @Context ResourceInfo resource;
  private @Context HttpServletRequest servletRequest;

  @Override
  public void filter(ContainerRequestContext request) {
    Object refused = servletRequest.getAttribute(ApiAuthentication.REFUSED);
    Response refusal =
        refused instanceof Response answer
            ? answer
            : refusal(ApiLogin.of(servletRequest), resource.getResourceMethod());
    if (refusal != null) {
      request.abortWith(refusal);
    }
  }

  /** Null if the user may call the method. One without the annotation cannot be used. */
  static @Nullable Response refusal(@Nullable ApiLogin login, @Nullable Method method) {
    if (login == null) {
      return challenge();
    }
    Needs needs = needs(method);
    if (needs != null && login.has(needs.value())) {
      return null;
    }
    return Problem.ROLE_LACKS.response(
        login.name(), needs == null ? "nobody" : needs.value().label());
  }

  /** Jersey answers OPTIONS by a method of its own, or by none. */
  private static @Nullable Needs needs(@Nullable Method method) {
    return method == null ? null : method.getAnnotation(Needs.class);
  }

  private static Response challenge() {
    return Problem.LOGIN_NEEDED
        .builder()
        .header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"scheduler\", charset=\"UTF-8\"")
        .build();
  }
}
