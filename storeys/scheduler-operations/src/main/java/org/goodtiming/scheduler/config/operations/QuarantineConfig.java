package org.goodtiming.scheduler.config.operations;

import java.time.Duration;
import org.goodtiming.scheduler.config.Settings;

/**
 * Limits of the messages in the quarantine that never were jobs.
 *
 * @param age how long they are kept
 * @param maxRows of one login
 * @param maxBytes of bodies and properties of one login
 */
public record QuarantineConfig(Duration age, int maxRows, int maxBytes) {

  static QuarantineConfig from(Settings settings) {
    return new QuarantineConfig(
        settings.duration(
            "scheduler.quarantine.age",
            Duration.ofDays(90),
            Duration.ofDays(7),
            Duration.ofDays(3660),
            "SCHED-0962 %s is %s but must lie between %s and %s"),
        settings.number(
            "scheduler.quarantine.max-rows",
            100_000,
            1_000,
            10_000_000,
            "SCHED-0963 %s is %s but must lie between %s and %s"),
        settings.bytes(
            "scheduler.quarantine.max-bytes",
            1024 * Settings.MEBIBYTE,
            16 * Settings.MEBIBYTE,
            Integer.MAX_VALUE,
            "SCHED-0964 %s is %s but must be at least %s"));
  }
}
