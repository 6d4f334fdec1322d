package org.goodtiming.scheduler.container;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Notices when the container no longer calls the timer of this node, and when it does again. It
 * counts looks instead of time, so that it blames no timer for a node that stood still as a whole.
 */
final class TimerWatch {

  /** Number of checks without a call after which the timer counts as silent. */
  static final int PATIENCE = 5;

  private final Logger log;
  private final String node;
  private int looks;

  TimerWatch(Logger log, String node) {
    this.log = log;
    this.node = node;
  }

  /** The container has called the timer. */
  synchronized void called() {
    if (looks >= PATIENCE) {
      log.log(
          Level.INFO,
          "SCHED-0215 the server calls the timer of node {0} again, after {1} intervals",
          node,
          looks);
    }
    looks = 0;
  }

  /**
   * Checks the timer. Another clock calls this once in each interval of the timer.
   *
   * @return whether the container has not called the timer for too long; logged once
   */
  synchronized boolean isSilent() {
    looks++;
    if (looks == PATIENCE) {
      log.log(
          Level.WARNING,
          "SCHED-0214 the server has not called the timer of node {0} for {1} intervals, as it happens after its clock was set back; the node works on without it",
          node,
          looks);
    }
    return looks >= PATIENCE;
  }
}
