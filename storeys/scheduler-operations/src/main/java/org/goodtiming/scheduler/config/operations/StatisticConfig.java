package org.goodtiming.scheduler.config.operations;

import java.time.Duration;
import org.goodtiming.scheduler.config.Settings;

/**
 * Statistics by minute.
 *
 * @param age retention time
 */
public record StatisticConfig(Duration age) {

  static StatisticConfig from(Settings settings) {
    return new StatisticConfig(
        settings.duration(
            "scheduler.statistics.age",
            Duration.ofDays(14),
            Duration.ofDays(1),
            Duration.ofDays(366),
            "SCHED-0995 %s is %s but must lie between %s and %s"));
  }
}
