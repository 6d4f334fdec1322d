package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Doubling waits between attempts.
 *
 * @param first wait after the first failure
 * @param max no wait is longer
 */
public record Backoff(Duration first, Duration max) {

  /**
   * @param failures failures in a row so far, at least 1
   */
  public Duration after(int failures) {
    int doublings = Math.min(failures - 1, 30);
    Duration wait = first.multipliedBy(1L << doublings);
    return wait.compareTo(max) < 0 ? wait : max;
  }

  static Backoff from(Settings settings, String prefix, Backoff otherwise) {
    Backoff backoff =
        new Backoff(
            settings.duration(prefix + ".first", otherwise.first),
            settings.duration(prefix + ".max", otherwise.max));
    settings.require(
        backoff.first.compareTo(Duration.ZERO) > 0,
        "SCHED-0405 %s.first is %s but must be longer than zero: raise it to PT0.1S or more",
        prefix,
        backoff.first);
    settings.require(
        backoff.max.compareTo(backoff.first) >= 0,
        "SCHED-0406 %s.max is %s but must be at least %s.first (%s): raise it",
        prefix,
        backoff.max,
        prefix,
        backoff.first);
    return backoff;
  }
}
