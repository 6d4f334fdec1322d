package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Statistics by minute.
 *
 * @param age how long they are kept
 */
public record StatisticConfig(Duration age) {

  private static final Duration SHORTEST = Duration.ofDays(1);
  private static final Duration LONGEST = Duration.ofDays(366);

  static StatisticConfig from(Settings settings) {
    StatisticConfig statistics =
        new StatisticConfig(settings.duration("scheduler.statistics.age", Duration.ofDays(14)));
    settings.require(
        statistics.age.compareTo(SHORTEST) >= 0 && statistics.age.compareTo(LONGEST) <= 0,
        "SCHED-0995 scheduler.statistics.age is %s but must lie between P1D and P366D",
        statistics.age);
    return statistics;
  }
}
