package org.goodtiming.scheduler.web.login;

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
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.jspecify.annotations.Nullable;

/** Denies whatever a resource does not allow to a role that the user has. */
@Provider
@Priority(Priorities.AUTHORIZATION)
public class AccessFilter implements ContainerRequestFilter {

  private @Context ResourceInfo resource;
  private @Context HttpServletRequest servletRequest;

  @Override
  public void filter(ContainerRequestContext request) {
    Method method = resource.getResourceMethod();
    Response refusal = isOpen(method) ? null : refusal(request, method);
    if (refusal != null) {
      request.abortWith(refusal);
    }
  }

  /** The answer to a request without a login. */
  static Response withoutLogin(HttpServletRequest request) {
    return request.getAttribute(ApiAuthentication.REFUSED) instanceof Response answer
        ? answer
        : loginNeeded(request.getHeader(Challenge.DESTINATION));
  }

  private static Response loginNeeded(@Nullable String destination) {
    return Problem.LOGIN_NEEDED
        .builder()
        .header(HttpHeaders.WWW_AUTHENTICATE, Challenge.of(destination))
        .build();
  }

  private @Nullable Response refusal(ContainerRequestContext request, @Nullable Method method) {
    Object refused = servletRequest.getAttribute(ApiAuthentication.REFUSED);
    return refused instanceof Response answer
        ? answer
        : refusal(
            ApiLogin.of(servletRequest), method, request.getHeaderString(Challenge.DESTINATION));
  }

  public static boolean isOpen(@Nullable Method method) {
    return method != null && method.isAnnotationPresent(WithoutLogin.class);
  }

  /**
   * Null if the user may call the method. One without the annotation cannot be used.
   *
   * @param destination value of the header Sec-Fetch-Dest
   */
  static @Nullable Response refusal(
      @Nullable ApiLogin login, @Nullable Method method, @Nullable String destination) {
    if (login == null) {
      return loginNeeded(destination);
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
}
