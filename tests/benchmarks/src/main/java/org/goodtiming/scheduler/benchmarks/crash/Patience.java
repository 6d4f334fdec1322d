package org.goodtiming.scheduler.benchmarks.crash;

import java.time.Duration;

/**
 * How long to wait after a kill.
 *
 * @param limit after which what has not arrived never will
 * @param lastSteps for what has left the tables, and is on its way to the handler
 */
record Patience(Duration limit, Duration lastSteps) {
  private static final Duration LAST_STEPS = Duration.ofSeconds(2);

  /** The only node has to start first; with two, the other is there. */
  static Patience withNodes(int count) {
    return new Patience(Duration.ofMinutes(count == 1 ? 2 : 1), LAST_STEPS);
  }
}
