package org.goodtiming.scheduler.config.operations;

import java.time.Duration;
import org.goodtiming.scheduler.config.Settings;

/**
 * Retention times of the REST API, the limits of its sessions, and the issuers of logins that it
 * accepts.
 *
 * @param idempotencyAge retention time of idempotency keys
 * @param batchAge retention time of batch operations after their end
 * @param auditAge retention time of the audit
 * @param sessions limits of sessions
 * @param login ways to log in beside name and password
 * @param proxies whose word on the client of a request is taken
 */
public record RestConfig(
    Duration idempotencyAge,
    Duration batchAge,
    Duration auditAge,
    SessionConfig sessions,
    LoginConfig login,
    TrustedProxies proxies) {

  static final String OUT_OF_RANGE = "SCHED-0935 %s is %s but must lie between %s and %s";

  static RestConfig from(Settings settings) {
    Duration minute = Duration.ofMinutes(1);
    return new RestConfig(
        age(settings, "scheduler.rest.idempotency-age", Duration.ofDays(1), minute),
        age(settings, "scheduler.rest.batch-age", Duration.ofDays(30), minute),
        age(settings, "scheduler.rest.audit-age", Duration.ofDays(366), Duration.ofDays(7)),
        SessionConfig.from(settings),
        LoginConfig.from(settings),
        TrustedProxies.from(settings));
  }

  private static Duration age(
      Settings settings, String name, Duration otherwise, Duration shortest) {
    return settings.duration(name, otherwise, shortest, Duration.ofDays(36_600), OUT_OF_RANGE);
  }
}
