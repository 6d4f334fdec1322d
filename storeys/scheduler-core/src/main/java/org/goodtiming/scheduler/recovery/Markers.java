package org.goodtiming.scheduler.recovery;

import java.util.Map;

/**
 * The commit markers that the broker holds of a node: at most one for each slot.
 *
 * @param transactions by slot, the database's id of the transaction that left the marker
 */
record Markers(Map<Integer, Long> transactions) {

  /** More than the active and in-doubt transactions of a node; a marker takes a kilobyte. */
  static final int SLOTS = 256;

  private static final char SEPARATOR = '~';

  Markers {
    transactions = Map.copyOf(transactions);
  }

  /**
   * Whether the broker has committed the transaction. As long as that is prepared in the database,
   * its marker is not displaced ({@link MarkerSlots}), so a missing marker is evidence too.
   *
   * @param transaction the low 32 bits of the database's id; the database shows no more of a
   *     prepared transaction
   */
  boolean prove(long transaction) {
    return transactions.values().stream().anyMatch(each -> each.intValue() == (int) transaction);
  }

  static String slotName(String node, int slot) {
    return node + SEPARATOR + slot;
  }

  static int slotNumber(String slotName) {
    return Integer.parseInt(slotName.substring(slotName.lastIndexOf(SEPARATOR) + 1));
  }
}
