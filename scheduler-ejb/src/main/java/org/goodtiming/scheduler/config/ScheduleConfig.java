package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Jobs that recur.
 *
 * @param misfireThreshold a planned time that has passed by more is missed: the misfire policy of
 *     its schedule decides
 */
public record ScheduleConfig(Duration misfireThreshold) {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(366);

  static ScheduleConfig from(Settings settings) {
    Duration threshold =
        settings.duration("scheduler.schedule.misfire-threshold", Duration.ofMinutes(1));
    settings.require(
        threshold.compareTo(SHORTEST) >= 0 && threshold.compareTo(LONGEST) <= 0,
        "SCHED-0453 scheduler.schedule.misfire-threshold is %s but must lie between PT1S and P366D",
        threshold);
    return new ScheduleConfig(threshold);
  }
}
