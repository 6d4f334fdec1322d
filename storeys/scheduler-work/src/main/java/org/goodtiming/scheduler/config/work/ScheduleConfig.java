package org.goodtiming.scheduler.config.work;

import java.time.Duration;
import org.goodtiming.scheduler.config.Settings;

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

  public static ScheduleConfig from(Settings settings) {
    return new ScheduleConfig(
        settings.duration(
            "scheduler.schedule.misfire-threshold",
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofDays(366),
            "SCHED-0453 %s is %s but must lie between %s and %s"),
        settings.duration(
            "scheduler.schedule.history-age",
            Duration.ofDays(30),
            Duration.ofSeconds(1),
            Duration.ofDays(3660),
            "SCHED-0454 %s is %s but must lie between %s and %s"),
        settings.number(
            "scheduler.schedule.catch-up-rate",
            100,
            1,
            100_000,
            "SCHED-0455 %s is %s but must lie between %s and %s runs a second"),
        settings.number(
            "scheduler.schedule.named-in-metrics",
            20,
            0,
            200,
            "SCHED-0061 %s is %s but must lie between %s and %s schedules"));
  }
}
