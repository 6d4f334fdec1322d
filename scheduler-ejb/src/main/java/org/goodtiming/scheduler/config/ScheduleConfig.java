package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Jobs that recur.
 *
 * @param misfireThreshold a planned time that has passed by more than this is missed: the misfire
 *     policy of its schedule applies
 * @param historyAge how long schedules are kept after their end
 * @param catchUpRate maximum number of missed runs per second in each queue
 * @param namedInMetrics how many schedules without success the metrics name; 0: none
 */
public record ScheduleConfig(
    Duration misfireThreshold, Duration historyAge, int catchUpRate, int namedInMetrics) {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(366);
  private static final Duration LONGEST_HISTORY = Duration.ofDays(3660);
  private static final int FASTEST = 100_000;
  private static final int MOST_NAMED = 200;

  static ScheduleConfig from(Settings settings) {
    Duration threshold =
        settings.duration("scheduler.schedule.misfire-threshold", Duration.ofMinutes(1));
    settings.require(
        threshold.compareTo(SHORTEST) >= 0 && threshold.compareTo(LONGEST) <= 0,
        "SCHED-0453 scheduler.schedule.misfire-threshold is %s but must lie between PT1S and P366D",
        threshold);
    Duration age = settings.duration("scheduler.schedule.history-age", Duration.ofDays(30));
    settings.require(
        age.compareTo(SHORTEST) >= 0 && age.compareTo(LONGEST_HISTORY) <= 0,
        "SCHED-0454 scheduler.schedule.history-age is %s but must lie between PT1S and P3660D",
        age);
    int rate = settings.number("scheduler.schedule.catch-up-rate", 100);
    settings.require(
        rate >= 1 && rate <= FASTEST,
        "SCHED-0455 scheduler.schedule.catch-up-rate is %s but must lie between 1 and 100000 runs a second",
        rate);
    int named = settings.number("scheduler.schedule.named-in-metrics", 20);
    settings.require(
        named >= 0 && named <= MOST_NAMED,
        "SCHED-0061 scheduler.schedule.named-in-metrics is %s but must lie between 0 and 200 schedules",
        named);
    return new ScheduleConfig(threshold, age, rate, named);
  }
}
