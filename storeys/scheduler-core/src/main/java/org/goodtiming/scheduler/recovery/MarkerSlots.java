package org.goodtiming.scheduler.recovery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Set;

/**
 * The slots of a node on the marker queue, which keeps the last marker of each slot. A slot is not
 * reused while the transaction of its marker is active or in doubt, because the marker is the only
 * evidence that the broker has committed it.
 */
final class MarkerSlots {

  /**
   * @param last the low 32 bits of the database's id of the transaction that had it last
   */
  private record Slot(int number, int last) {}

  /** Free slots, in the order of their release. */
  private final Deque<Slot> free = new ArrayDeque<>();

  /**
   * @param held the markers that an earlier run of this node has left
   */
  MarkerSlots(Markers held) {
    for (int number = 0; number < Markers.SLOTS; number++) {
      free.add(new Slot(number, held.transactions().getOrDefault(number, 0L).intValue()));
    }
  }

  /**
   * Reserves a slot until it is released.
   *
   * @param prepared the low 32 bits of the ids of all transactions that are prepared in the
   *     database now
   * @throws IllegalStateException if no slot is free
   */
  synchronized int take(Set<Integer> prepared) {
    for (Iterator<Slot> each = free.iterator(); each.hasNext(); ) {
      Slot slot = each.next();
      if (!prepared.contains(slot.last())) {
        each.remove();
        return slot.number();
      }
    }
    throw new IllegalStateException(
        "SCHED-0605 %d transactions of this node are active or in doubt, which is the maximum: resolve those in doubt (table scheduler.in_doubt)"
            .formatted(Markers.SLOTS));
  }

  /**
   * Releases the slot when the transaction has completed in this node, whatever the outcome of its
   * branches.
   *
   * @param transaction the database's id
   */
  synchronized void giveBack(int number, long transaction) {
    free.add(new Slot(number, (int) transaction));
  }
}
