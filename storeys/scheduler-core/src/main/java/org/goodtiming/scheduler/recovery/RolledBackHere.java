package org.goodtiming.scheduler.recovery;

import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The transactions of this run of the node that have rolled back a short time ago, by the low 32
 * bits of their ids in the database. The database may have prepared them nevertheless: if the
 * answer to a prepare is lost, Payara rolls back on the lost connection, and does not try again.
 *
 * <p>After a crash the database may give an id again, even while the transaction that had it first
 * is still active in this node. Therefore an id belongs to the transaction that began last.
 */
@Singleton
final class RolledBackHere {

  private final Map<Integer, UUID> active = new HashMap<>();
  private final Map<Integer, Long> nanoTimes = new HashMap<>();

  /** Records a begun transaction. Call it before the transaction prepares. */
  synchronized void begun(long transaction, UUID decision) {
    active.put((int) transaction, decision);
    nanoTimes.remove((int) transaction);
  }

  /**
   * @param status of {@link Status}
   */
  synchronized void completed(long transaction, UUID decision, int status) {
    boolean last = active.remove((int) transaction, decision);
    if (last && status == Status.STATUS_ROLLEDBACK) {
      nanoTimes.put((int) transaction, System.nanoTime());
    }
  }

  /**
   * Whether the prepared branch was rolled back here. Call it after the branch was found prepared.
   */
  synchronized boolean contains(DatabaseBranch prepared) {
    return prepared.ours() && nanoTimes.containsKey((int) prepared.transaction());
  }

  synchronized boolean isEmpty() {
    return nanoTimes.isEmpty();
  }

  synchronized void forget(Duration age) {
    long now = System.nanoTime();
    nanoTimes.values().removeIf(then -> now - then >= age.toNanos());
  }
}
