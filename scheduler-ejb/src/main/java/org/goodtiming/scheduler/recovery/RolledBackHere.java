package org.goodtiming.scheduler.recovery;

import jakarta.transaction.Status;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The transactions of this run of the node that have rolled back a short time ago, by the low 32
 * bits of their ids in the database. The database may have prepared them nevertheless: if the
 * answer to a prepare is lost, Payara does not roll back the branch.
 */
final class RolledBackHere {

  private final Map<Integer, Long> nanoTimes = new ConcurrentHashMap<>();

  /**
   * To be called before the transaction prepares. After a crash the database may give it the id of
   * one that has rolled back.
   */
  void begun(long transaction) {
    nanoTimes.remove((int) transaction);
  }

  /**
   * @param status of {@link Status}
   */
  void completed(long transaction, int status) {
    if (status == Status.STATUS_ROLLEDBACK) {
      nanoTimes.put((int) transaction, System.nanoTime());
    }
  }

  /**
   * True for a transaction that is prepared now if it has rolled back, and not if it only has the
   * id of such a one.
   */
  boolean contains(DatabaseBranch prepared) {
    return prepared.ours() && nanoTimes.containsKey((int) prepared.transaction());
  }

  boolean isEmpty() {
    return nanoTimes.isEmpty();
  }

  void forget(Duration age) {
    long now = System.nanoTime();
    nanoTimes.values().removeIf(then -> now - then > age.toNanos());
  }
}
