package org.goodtiming.scheduler.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.goodtiming.scheduler.operations.job.JobPayload;
import org.goodtiming.scheduler.operations.user.ApiSession;
import org.goodtiming.scheduler.operations.user.Role;
import org.jspecify.annotations.Nullable;

/**
 * The user of a request.
 *
 * @param roles labels of all roles of the user
 * @param session null unless the user has logged in by one
 */
record ApiLogin(String name, Set<String> roles, Way way, @Nullable ApiSession session) {

  private static final String ATTRIBUTE = ApiLogin.class.getName();

  /** How a request proves its user. */
  enum Way {
    BASIC,
    BEARER,
    SESSION;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** By name and password. */
  ApiLogin(String name, Set<String> roles) {
    this(name, roles, Way.BASIC, null);
  }

  static ApiLogin of(ApiSession session) {
    return new ApiLogin(session.user(), session.role().included(), Way.SESSION, session);
  }

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

  /**
   * As for a payload, but what a job has from a definition is for those who may read definitions.
   */
  boolean mayRead(JobPayload payload, @Nullable String registeredBy) {
    return has(Role.OPERATOR) || (mayReadPayload(registeredBy) && !payload.ofDefinition());
  }
}
