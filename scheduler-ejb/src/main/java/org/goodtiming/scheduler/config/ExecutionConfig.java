package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Tracked executions.
 *
 * @param maxResultBytes a larger result, text counted in UTF-8, ends its run as an error
 * @param resultExpiry how long results are kept
 * @param historyAge how long executions are kept after their end
 * @param historyCount how many that have ended are kept of each queue
 */
public record ExecutionConfig(
    int maxResultBytes, Duration resultExpiry, Duration historyAge, int historyCount) {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(3_660);

  static ExecutionConfig from(Settings settings) {
    ExecutionConfig execution =
        new ExecutionConfig(
            settings.number("scheduler.execution.max-result-bytes", 1024 * 1024),
            settings.duration("scheduler.execution.result-expiry", Duration.ofDays(1)),
            settings.duration("scheduler.execution.history-age", Duration.ofDays(7)),
            settings.number("scheduler.execution.history-count", 100_000));
    settings.require(
        execution.maxResultBytes >= 1 && execution.maxResultBytes <= 16 * 1024 * 1024,
        "SCHED-0450 scheduler.execution.max-result-bytes is %d but must lie between 1 and 16777216"
            + " (16 MiB)",
        execution.maxResultBytes);
    settings.require(
        execution.historyCount >= 0,
        "SCHED-0451 scheduler.execution.history-count is %d but must not be negative",
        execution.historyCount);
    requireTime(settings, "result-expiry", execution.resultExpiry);
    requireTime(settings, "history-age", execution.historyAge);
    return execution;
  }

  private static void requireTime(Settings settings, String name, Duration value) {
    settings.require(
        value.compareTo(SHORTEST) >= 0 && value.compareTo(LONGEST) <= 0,
        "SCHED-0452 scheduler.execution.%s is %s but must lie between PT1S and P3660D",
        name,
        value);
  }
}
