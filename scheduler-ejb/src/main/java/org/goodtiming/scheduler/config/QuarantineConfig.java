package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Limits of the messages in the quarantine that never were jobs.
 *
 * @param age how long they are kept
 * @param maxRows of one login
 * @param maxBytes of bodies and properties of one login
 */
public record QuarantineConfig(Duration age, int maxRows, int maxBytes) {

  static QuarantineConfig from(Settings settings) {
    QuarantineConfig quarantine =
        new QuarantineConfig(
            settings.duration("scheduler.quarantine.age", Duration.ofDays(90)),
            settings.number("scheduler.quarantine.max-rows", 100_000),
            settings.number("scheduler.quarantine.max-bytes", 1024 * 1024 * 1024));
    settings.require(
        quarantine.age.compareTo(Duration.ofDays(7)) >= 0
            && quarantine.age.compareTo(Duration.ofDays(3660)) <= 0,
        "SCHED-0962 scheduler.quarantine.age is %s but must lie between P7D and P3660D",
        quarantine.age);
    settings.require(
        quarantine.maxRows >= 1_000 && quarantine.maxRows <= 10_000_000,
        "SCHED-0963 scheduler.quarantine.max-rows is %d but must lie between 1000 and 10000000",
        quarantine.maxRows);
    settings.require(
        quarantine.maxBytes >= 16 * 1024 * 1024,
        "SCHED-0964 scheduler.quarantine.max-bytes is %d but must be at least 16777216 (16 MiB)",
        quarantine.maxBytes);
    return quarantine;
  }
}
