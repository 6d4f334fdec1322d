package org.goodtiming.scheduler.recovery;

import java.util.List;

/**
 * The commit markers that the broker still holds of a node: the last of each slot.
 *
 * @param transactions the database's ids of the transactions that left them
 */
record Markers(List<Long> transactions) {

  /** No node has so many transactions at work at a time; more cost the broker more. */
  private static final int SLOTS = 256;

  /** What the markers tell of a transaction's branch at the broker. */
  enum Evidence {
    NOT_COMMITTED,
    /** A later transaction has taken the place where its marker would be. */
    DISPLACED,
    COMMITTED
  }

  static long slot(long transaction) {
    return transaction % SLOTS;
  }

  /**
   * @param transaction the low 32 bits of the database's id, all that it tells of a prepared one
   */
  Evidence of(long transaction) {
    Evidence evidence = Evidence.NOT_COMMITTED;
    for (long other : transactions) {
      // The difference of ids that wrap around, like that of the database's own
      int later = (int) (other - transaction);
      if (later == 0) {
        return Evidence.COMMITTED;
      }
      if (later > 0 && slot(other) == slot(transaction)) {
        evidence = Evidence.DISPLACED;
      }
    }
    return evidence;
  }
}
