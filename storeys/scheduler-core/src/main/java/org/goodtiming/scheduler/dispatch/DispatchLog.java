package org.goodtiming.scheduler.dispatch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** The messages that dispatch writes to the log of a node: one method for each code. */
record DispatchLog(Logger log, String node) {

  void dispatchIsOff() {
    log.log(
        Level.INFO,
        "SCHED-0205 node {0} does not dispatch: scheduler.dispatch.enabled=false",
        node);
  }

  /** The failure of a tick, for a log that limits repetitions. */
  static String tickFailed(String partition) {
    return "SCHED-0206 a tick of partition %s failed; the next tick tries again"
        .formatted(partition);
  }

  void leaseNotReleased(String partition, @Nullable String reason) {
    log.log(
        Level.WARNING,
        "SCHED-0304 node {0} could not release the lease of partition {1}; others take over after"
            + " the failover interval: {2}",
        node,
        partition,
        reason);
  }

  void stopsWithoutLease() {
    log.log(Level.INFO, "SCHED-0305 node {0} is stopping and holds no lease", node);
  }

  void databaseIsAwayAtStart(@Nullable String reason) {
    log.log(
        Level.WARNING,
        "SCHED-0503 the database did not answer at the start of node {0}; each tick tries again: {1}",
        node,
        reason);
  }
}
