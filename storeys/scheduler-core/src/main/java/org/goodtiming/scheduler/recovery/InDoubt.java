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
    /** Not named by the broker's branch. */
    UNKNOWN
  }

  /** The node whose transaction manager made the decision. */
  enum Coordinator {
    LIVE,
    /** It has no database session; it may come back and recover. */
    DOWN,
    /** Its log will not be used: declared by an operator, or by the gate before its next start. */
    GONE,
    /** It may run: neither the ids nor a row tell which node began the transaction. */
    UNKNOWN
  }
}
