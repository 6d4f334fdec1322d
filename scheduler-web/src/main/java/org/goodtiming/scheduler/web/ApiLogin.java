package org.goodtiming.scheduler.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import java.util.Set;
import org.goodtiming.scheduler.operations.Role;
import org.jspecify.annotations.Nullable;

/**
 * The user of a request.
 *
 * @param roles labels of all roles of the user
 */
record ApiLogin(String name, Set<String> roles) {

  private static final String ATTRIBUTE = ApiLogin.class.getName();

  /** Null if no user is logged in. */
  static @Nullable ApiLogin of(HttpServletRequest request) {
    return (ApiLogin) request.getAttribute(ATTRIBUTE);
  }

  /** Of a request that the filter has let pass. */
  static ApiLogin required(HttpServletRequest request) {
    return Objects.requireNonNull(of(request));
  }

  void keepIn(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, this);
  }

  boolean has(Role role) {
    return roles.contains(role.label());
  }

  /** Operators read all payloads, others those of the jobs that they registered themselves. */
  boolean mayReadPayload(@Nullable String registeredBy) {
    return has(Role.OPERATOR) || (has(Role.SUBMITTER) && name.equals(registeredBy));
  }
}
