package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Retention times of the REST API, the limits of its sessions, and the issuers of logins that it
 * accepts.
 *
 * @param idempotencyAge how long idempotency keys are kept
 * @param batchAge how long batch operations are kept after their end
 * @param auditAge how long the audit is kept
 * @param sessions limits of sessions
 * @param login by whom users can log in besides name and password
 * @param proxies whose word on the client of a request is taken
 */
public record RestConfig(
    Duration idempotencyAge,
    Duration batchAge,
    Duration auditAge,
    SessionConfig sessions,
    LoginConfig login,
    TrustedProxies proxies) {

  private static final Duration LONGEST = Duration.ofDays(36_600);

  /** The time of the last request is written at most once a minute. */
  private static final Duration SHORTEST_SESSION = Duration.ofMinutes(2);

  private static final Duration LONGEST_SESSION = Duration.ofDays(30);

  static RestConfig from(Settings settings) {
    RestConfig rest =
        new RestConfig(
            settings.duration("scheduler.rest.idempotency-age", Duration.ofDays(1)),
            settings.duration("scheduler.rest.batch-age", Duration.ofDays(30)),
            settings.duration("scheduler.rest.audit-age", Duration.ofDays(366)),
            new SessionConfig(
                settings.duration("scheduler.rest.session-idle", Duration.ofMinutes(30)),
                settings.duration("scheduler.rest.session-age", Duration.ofHours(12))),
            LoginConfig.from(settings),
            TrustedProxies.from(settings));
    require(settings, "idempotency-age", rest.idempotencyAge, Duration.ofMinutes(1));
    require(settings, "batch-age", rest.batchAge, Duration.ofMinutes(1));
    require(settings, "audit-age", rest.auditAge, Duration.ofDays(7));
    requireSession(settings, "session-idle", rest.sessions.idle());
    requireSession(settings, "session-age", rest.sessions.age());
    return rest;
  }

  private static void require(Settings settings, String name, Duration value, Duration shortest) {
    require(settings, name, value, shortest, LONGEST);
  }

  private static void requireSession(Settings settings, String name, Duration value) {
    require(settings, name, value, SHORTEST_SESSION, LONGEST_SESSION);
  }

  private static void require(
      Settings settings, String name, Duration value, Duration shortest, Duration longest) {
    settings.require(
        value.compareTo(shortest) >= 0 && value.compareTo(longest) <= 0,
        "SCHED-0935 scheduler.rest.%s is %s but must lie between %s and %s",
        name,
        value,
        shortest,
        longest);
  }
}
