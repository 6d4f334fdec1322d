package org.goodtiming.scheduler.recovery;

import java.time.Duration;

/**
 * A transaction in doubt, and all that is known of it without its coordinator.
 *
 * @param outcome of its branch in the database, if the broker's branch names it
 * @param committedAtBroker whether a marker proves it, of a transaction that the broker does not
 *     show
 */
record InDoubt(Branches branches, Outcome outcome, boolean committedAtBroker, Sighting sighting) {

  /** The node that began it. */
  Coordinator coordinator() {
    return sighting.coordinator();
  }

  /** The time since the watch has first seen it. */
  Duration age() {
    return sighting.age();
  }

  /**
   * The facts about a transaction's node.
   *
   * @param coordinator the node that began the transaction
   * @param age since the watch has first seen it
   * @param connected whether the node had a session in the database when the branches were read
   * @param open whether the database's part of it may have been open then
   */
  record Sighting(Coordinator coordinator, Duration age, boolean connected, boolean open) {}

  /** The outcome of its branch in the database ({@code scheduler.decision}). */
  enum Outcome {
    COMMITTED,
    ABORTED,
    /** Running or prepared. */
    IN_PROGRESS,
    /** The broker's branch does not name the node. */
    UNKNOWN
  }

  /** The node whose transaction manager made the decision. */
  enum Coordinator {
    LIVE,
    /** The node has no database session; it may come back and recover. */
    DOWN,
    /**
     * The node's log will not be used; an operator, or the gate before its next start, has declared
     * that.
     */
    GONE,
    /** The node may run: neither ids nor rows identify the node that began the transaction. */
    UNKNOWN
  }
}
