package org.goodtiming.scheduler.operations;

import java.sql.SQLException;
import org.goodtiming.scheduler.lease.Leases;
import org.goodtiming.scheduler.sql.StoreException;

/** Takes leases from their holders. */
final class LeaseChanges {

  private final Leases leases;
  private final Audit audit;

  LeaseChanges(Leases leases, Audit audit) {
    this.leases = leases;
    this.audit = audit;
  }

  /** In a transaction of its own; the audit is the caller's. False if nobody held the lease. */
  boolean stepDown(String login, String partition) {
    try {
      boolean released = leases.stepDown(partition);
      if (released) {
        audit.note(login, "step down", "lease " + partition, "{\"held\":true}", "{\"held\":false}");
      }
      return released;
    } catch (SQLException e) {
      throw new StoreException("release the lease of partition " + partition, e);
    }
  }
}
