package org.goodtiming.scheduler.config.operations;

import java.time.Duration;
import org.goodtiming.scheduler.config.Settings;

/**
 * Limits of the sessions of browsers.
 *
 * @param idle a session ends after this time without a request
 * @param age a session ends at this age
 */
public record SessionConfig(Duration idle, Duration age) {

  static SessionConfig from(Settings settings) {
    return new SessionConfig(
        limit(settings, "scheduler.rest.session-idle", Duration.ofMinutes(30)),
        limit(settings, "scheduler.rest.session-age", Duration.ofHours(12)));
  }

  /** The time of the last request is written at most once a minute. */
  private static Duration limit(Settings settings, String name, Duration otherwise) {
    return settings.duration(
        name, otherwise, Duration.ofMinutes(2), Duration.ofDays(30), RestConfig.OUT_OF_RANGE);
  }
}
