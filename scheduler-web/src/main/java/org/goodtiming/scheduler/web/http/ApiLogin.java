package org.goodtiming.scheduler.web.http;

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
public record ApiLogin(String name, Set<String> roles, Way way, @Nullable ApiSession session) {

  private static final String ATTRIBUTE = ApiLogin.class.getName();

  /** The kind of credentials of a request. */
  public enum Way {
    BASIC,
    BEARER,
    SESSION;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A login by name and password. */
  public ApiLogin(String name, Set<String> roles) {
    this(name, roles, Way.BASIC, null);
  }

  public static ApiLogin of(ApiSession session) {
    return new ApiLogin(session.user(), session.role().included(), Way.SESSION, session);
  }

  /** Null if no user is logged in. */
  public static @Nullable ApiLogin of(HttpServletRequest request) {
    return (ApiLogin) request.getAttribute(ATTRIBUTE);
  }

  /** The login of a request that the filter has let pass. */
  public static ApiLogin required(HttpServletRequest request) {
    return Objects.requireNonNull(of(request));
  }

  public void keepIn(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, this);
  }

  public boolean has(Role role) {
    return roles.contains(role.label());
  }

  /** Operators read all payloads, others those of the jobs that they registered themselves. */
  public boolean mayReadPayload(@Nullable String registeredBy) {
    return has(Role.OPERATOR) || (has(Role.SUBMITTER) && name.equals(registeredBy));
  }

  /**
   * Whether the user may read a payload; what a job has from a definition is for those who may read
   * definitions.
   */
  public boolean mayRead(JobPayload payload, @Nullable String registeredBy) {
    return has(Role.OPERATOR) || (mayReadPayload(registeredBy) && !payload.ofDefinition());
  }
}
