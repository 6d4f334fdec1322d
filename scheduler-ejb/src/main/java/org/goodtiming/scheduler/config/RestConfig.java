package org.goodtiming.scheduler.config;

import java.time.Duration;
import java.util.Optional;

/**
 * Retention times of the REST API, and the issuer of bearer tokens that it accepts.
 *
 * @param idempotencyAge how long idempotency keys are kept
 * @param batchAge how long batch operations are kept after their end
 * @param auditAge how long the audit is kept
 * @param bearer issuer of accepted bearer tokens; empty if none
 */
public record RestConfig(
    Duration idempotencyAge, Duration batchAge, Duration auditAge, Optional<BearerConfig> bearer) {

  private static final Duration LONGEST = Duration.ofDays(36_600);

  static RestConfig from(Settings settings) {
    RestConfig rest =
        new RestConfig(
            settings.duration("scheduler.rest.idempotency-age", Duration.ofDays(1)),
            settings.duration("scheduler.rest.batch-age", Duration.ofDays(30)),
            settings.duration("scheduler.rest.audit-age", Duration.ofDays(366)),
            BearerConfig.from(settings));
    require(settings, "idempotency-age", rest.idempotencyAge, Duration.ofMinutes(1));
    require(settings, "batch-age", rest.batchAge, Duration.ofMinutes(1));
    require(settings, "audit-age", rest.auditAge, Duration.ofDays(7));
    return rest;
  }

  private static void require(Settings settings, String name, Duration value, Duration shortest) {
    settings.require(
        value.compareTo(shortest) >= 0 && value.compareTo(LONGEST) <= 0,
        "SCHED-0935 scheduler.rest.%s is %s but must lie between %s and %s",
        name,
        value,
        shortest,
        LONGEST);
  }
}
