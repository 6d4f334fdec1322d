package org.goodtiming.scheduler.lease;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.NonXa;
import org.jspecify.annotations.Nullable;

/**
 * The lease row, in local transactions on its own pool. In an XA branch, a node killed between
 * prepare and commit would leave the row locked and stop the whole cluster.
 */
@Singleton
final class LeaseStore {

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final DataSource dataSource;

  @Inject
  LeaseStore(@NonXa DataSource nonXa) {
    this.dataSource = nonXa;
  }

  /**
   * Opens a local transaction; nothing is locked yet.
   *
   * @param patience maximum time for which the server lets an idle session hold the lock; then it
   *     ends the session, so that a holder that hangs elsewhere frees the row
   */
  Session open(Duration patience) throws SQLException {
    Connection connection = dataSource.getConnection();
    try {
      limitSilence(connection, patience);
      connection.setAutoCommit(false);
      return new Session(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static void limitSilence(Connection connection, Duration patience) throws SQLException {
    String sql = "SELECT set_config('idle_in_transaction_session_timeout', ?, false)";
    try (PreparedStatement set = connection.prepareStatement(sql)) {
      set.setString(1, Long.toString(patience.toMillis()));
      set.execute();
    }
  }

  /** One tick's work on the row. Closing rolls back what is not committed. */
  static final class Session implements AutoCloseable {

    private final Connection connection;

    private Session(Connection connection) {
      this.connection = connection;
    }

    /** Locks and reads the row; empty if another session has it locked. */
    Optional<LeaseRow> tryLock(String partition) throws SQLException {
      return lock(partition, "NOWAIT");
    }

    /**
     * Locks the row for the holder, which waits while another node reads the row; empty if it is
     * locked for longer than the role's lock_timeout.
     */
    Optional<LeaseRow> lock(String partition) throws SQLException {
      return lock(partition, "");
    }

    private Optional<LeaseRow> lock(String partition, String orElse) throws SQLException {
      String sql =
          """
          SELECT holder, incarnation, epoch, last_run_at, released_at,
                 extract(epoch FROM failover_interval) * 1000 AS failover_ms,
                 CASE WHEN released_at + failover_interval > clock_timestamp() THEN reserved_for END AS reserved_for,
                 session_pid IS NOT NULL
                   AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a
                                    WHERE a.pid = session_pid AND a.backend_start = session_started_at) AS session_gone,
                 NOT EXISTS (SELECT 1 FROM scheduler.lease o
                              WHERE o.partition < lease.partition AND o.released_at IS NULL
                                AND o.last_run_at + o.failover_interval > clock_timestamp()) AS first_held,
                 EXISTS (SELECT 1 FROM pg_stat_activity o
                          WHERE o.datname = current_database() AND o.usename = current_user AND o.application_name <> holder) AS has_others,
                 clock_timestamp() AS read_at
            FROM scheduler.lease
           WHERE partition = ?
             FOR UPDATE <or_else>
          """
              .replace("<or_else>", orElse);
      try (PreparedStatement select = connection.prepareStatement(sql)) {
        select.setString(1, partition);
        try (ResultSet row = select.executeQuery()) {
          if (!row.next()) {
            throw new IllegalStateException(
                "SCHED-0301 scheduler.lease has no row for partition '%s': INSERT INTO scheduler.lease (partition) VALUES ('%s'), or correct scheduler.lease.partitions"
                    .formatted(partition, partition));
          }
          return Optional.of(read(row));
        }
      } catch (SQLException e) {
        if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
          connection.rollback();
          return Optional.empty();
        }
        throw e;
      }
    }

    /**
     * Writes the new holder, the next epoch and the history, and commits. A holder that did not
     * release the lease has ended with its last renewal.
     */
    Lease takeOver(String partition, Incarnation self, Duration failover, String reason)
        throws SQLException {
      String sql =
          """
          WITH former AS (
            SELECT last_run_at FROM scheduler.lease WHERE partition = ?),
          taken AS (
            UPDATE scheduler.lease
               SET holder = ?, incarnation = ?, epoch = epoch + 1, failover_interval = ?::interval,
                   acquired_at = clock_timestamp(), last_run_at = clock_timestamp(), released_at = NULL, reserved_for = NULL,
                   session_pid = me.pid, session_started_at = me.backend_start
              FROM pg_stat_activity me
             WHERE partition = ? AND me.pid = pg_backend_pid()
            RETURNING partition, epoch, holder, incarnation, acquired_at),
          ended AS (
            UPDATE scheduler.lease_history h
               SET ended_at = coalesce(h.ended_at, former.last_run_at)
              FROM taken, former
             WHERE h.partition = taken.partition AND h.epoch = taken.epoch - 1),
          entered AS (
            INSERT INTO scheduler.lease_history (partition, epoch, holder, incarnation, acquired_at, reason)
            SELECT partition, epoch, holder, incarnation, acquired_at, ? FROM taken)
          SELECT epoch FROM taken
          """;
      try (PreparedStatement update = connection.prepareStatement(sql)) {
        update.setString(1, partition);
        update.setString(2, self.node());
        update.setObject(3, self.id());
        update.setString(4, failover.toString());
        update.setString(5, partition);
        update.setString(6, reason);
        try (ResultSet row = update.executeQuery()) {
          row.next();
          Lease lease = new Lease(partition, self.node(), row.getLong(1));
          connection.commit();
          return lease;
        }
      }
    }

    /** Renews the lease and commits, which unlocks the row. */
    void renew(Lease lease) throws SQLException {
      String sql =
          """
          UPDATE scheduler.lease
             SET last_run_at = clock_timestamp(), session_pid = me.pid, session_started_at = me.backend_start
            FROM pg_stat_activity me
           WHERE partition = ? AND epoch = ? AND me.pid = pg_backend_pid()
          """;
      try (PreparedStatement update = connection.prepareStatement(sql)) {
        update.setString(1, lease.partition());
        update.setLong(2, lease.epoch());
        update.executeUpdate();
      }
      connection.commit();
    }

    /**
     * Releases the lease, and commits.
     *
     * @param holder releases only the lease of this holder; null: of any holder
     * @param successor the only node that may take it for the failover interval; null: any
     * @return false if it was not held, or by another
     */
    boolean release(String partition, @Nullable Incarnation holder, @Nullable String successor)
        throws SQLException {
      String sql =
          """
          WITH released AS (
            UPDATE scheduler.lease SET released_at = clock_timestamp(), reserved_for = ?
             WHERE partition = ? AND incarnation = coalesce(?::uuid, incarnation) AND released_at IS NULL
            RETURNING partition, epoch, released_at)
          UPDATE scheduler.lease_history h
             SET ended_at = released.released_at
            FROM released
           WHERE h.partition = released.partition AND h.epoch = released.epoch
          """;
      try (PreparedStatement update = connection.prepareStatement(sql)) {
        update.setString(1, successor);
        update.setString(2, partition);
        update.setObject(3, holder == null ? null : holder.id(), Types.OTHER);
        boolean released = update.executeUpdate() > 0;
        connection.commit();
        return released;
      }
    }

    @Override
    public void close() throws SQLException {
      try (connection) {
        if (!connection.isClosed()) {
          connection.rollback();
        }
      }
    }

    private static LeaseRow read(ResultSet row) throws SQLException {
      String holder = row.getString("holder");
      return new LeaseRow(
          holder == null ? null : new Incarnation(holder, row.getObject("incarnation", UUID.class)),
          row.getLong("epoch"),
          instant(row, "last_run_at"),
          instant(row, "released_at"),
          Duration.ofMillis(row.getLong("failover_ms")),
          row.getBoolean("session_gone"),
          row.getBoolean("first_held"),
          row.getString("reserved_for"),
          row.getBoolean("has_others"),
          row.getObject("read_at", OffsetDateTime.class).toInstant());
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
      OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
      return value == null ? null : value.toInstant();
    }
  }
}
