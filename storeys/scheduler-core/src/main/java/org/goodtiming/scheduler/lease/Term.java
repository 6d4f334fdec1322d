package org.goodtiming.scheduler.lease;

import java.sql.SQLException;
import java.util.Optional;

/**
 * The time in which this node holds the lease of a partition and has its row locked. It begins with
 * the first {@link #renew}.
 */
public interface Term extends AutoCloseable {

  /**
   * Takes the lease or renews it, and unlocks the row for a moment: while it is locked, PostgreSQL
   * cannot remove deleted rows, and each claim reads the rows again that earlier claims have
   * deleted.
   *
   * @return whether this node leads; if not, it must not claim, and the term is over
   */
  boolean renew();

  /** Whether this node led when it last renewed. */
  boolean lasts();

  /**
   * The lease that claims show.
   *
   * @throws IllegalStateException if the term never began
   */
  Lease lease();

  /**
   * Whether, at the last renewal, no partition whose name sorts first had a leader; the holder then
   * runs the leader tasks.
   */
  boolean leadsFirstPartition();

  /** Whether, at the last renewal, no other node had a session in the database. */
  boolean isAlone();

  /** The holder of the lease after this term; empty while it lasts, or if that is not known. */
  Optional<Lease> successor();

  /**
   * Unlocks the row, and keeps the lease.
   *
   * @throws SQLException why the lease could not be taken or renewed
   */
  @Override
  void close() throws SQLException;
}
