package org.goodtiming.scheduler.benchmarks.crash;

import java.time.Duration;

/**
 * The waiting times after a kill.
 *
 * @param limit time after which missing jobs will never arrive
 * @param lastSteps time for jobs that have left the tables and are on their way to the handler
 */
record Patience(Duration limit, Duration lastSteps) {
  private static final Duration LAST_STEPS = Duration.ofSeconds(2);

  /** The only node has to start first; with two, the other is there. */
  static Patience withNodes(int count) {
    return new Patience(Duration.ofMinutes(count == 1 ? 2 : 1), LAST_STEPS);
  }
}
