package org.goodtiming.scheduler.config.work;

import java.time.Duration;
import org.goodtiming.scheduler.config.Settings;

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

  public static ExecutionConfig from(Settings settings) {
    return new ExecutionConfig(
        settings.bytes(
            "scheduler.execution.max-result-bytes",
            Settings.MEBIBYTE,
            1,
            16 * Settings.MEBIBYTE,
            "SCHED-0450 %s is %s but must lie between %s and %s"),
        time(settings, "scheduler.execution.result-expiry", Duration.ofDays(1)),
        time(settings, "scheduler.execution.history-age", Duration.ofDays(7)),
        settings.number(
            "scheduler.execution.history-count",
            100_000,
            0,
            Integer.MAX_VALUE,
            "SCHED-0451 %s is %s but must not be negative"));
  }

  private static Duration time(Settings settings, String name, Duration otherwise) {
    return settings.duration(
        name,
        otherwise,
        Duration.ofSeconds(1),
        Duration.ofDays(3660),
        "SCHED-0452 %s is %s but must lie between %s and %s");
  }
}
