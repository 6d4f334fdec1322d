package org.goodtiming.scheduler.recovery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.recovery.InDoubt.Coordinator;
import org.goodtiming.scheduler.recovery.InDoubt.Outcome;
import org.goodtiming.scheduler.sql.StoreException;

/**
 * The database's side of transactions in doubt, and their records; outside any transaction, as the
 * role that prepared them.
 */
final class InDoubtStore {

  private static final String UNDEFINED_OBJECT = "42704";

  private final DataSource dataSource;

  InDoubtStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * What is known of a transaction's node.
   *
   * @param coordinator the node that began the transaction
   * @param age since the watch has first seen it
   * @param connected whether the node had a session in the database when the branches were read
   * @param open whether the database's part of it may have been open then
   */
  record Sighting(Coordinator coordinator, Duration age, boolean connected, boolean open) {}

  DatabaseSessions sessions() {
    // Without track_activities nothing is known of a session
    String sql =
        """
        SELECT statement_timestamp(), application_name,
               min(CASE WHEN xact_start IS NOT NULL THEN xact_start
                        WHEN state = 'idle' THEN statement_timestamp()
                        ELSE timestamptz 'epoch' END)
          FROM pg_stat_activity
         WHERE datname = current_database() AND usename = current_user
         GROUP BY application_name
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      OffsetDateTime readAt = OffsetDateTime.MIN;
      Map<String, OffsetDateTime> openSince = new HashMap<>();
      while (row.next()) { // At least the session of this query
        readAt = row.getObject(1, OffsetDateTime.class);
        openSince.put(row.getString(2), row.getObject(3, OffsetDateTime.class));
      }
      return new DatabaseSessions(readAt, openSince);
    } catch (SQLException e) {
      throw new StoreException("list the sessions of the nodes", e);
    }
  }

  /** All prepared transactions of this database, but those without a transaction manager. */
  List<DatabaseBranch> prepared() {
    String sql =
        """
        SELECT gid, transaction::text::bigint, owner = current_user
          FROM pg_prepared_xacts WHERE database = current_database()
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      List<DatabaseBranch> branches = new ArrayList<>();
      while (row.next()) {
        DatabaseBranch.of(row.getString(1), row.getLong(2), row.getBoolean(3))
            .ifPresent(branches::add);
      }
      return branches;
    } catch (SQLException e) {
      throw new StoreException("list prepared transactions", e);
    }
  }

  /**
   * How many transactions other roles have prepared for longer, in any database of the server. Each
   * of them takes one of {@code max_prepared_transactions}.
   */
  int preparedByOthers(Duration age) {
    String sql =
        """
        SELECT count(*) FROM pg_prepared_xacts
         WHERE owner <> current_user AND prepared < clock_timestamp() - make_interval(secs => ?)
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setDouble(1, age.toMillis() / 1e3);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    } catch (SQLException e) {
      throw new StoreException("count the prepared transactions of other roles", e);
    }
  }

  /**
   * The outcome of the transaction that should write this decision. A transaction that has neither
   * committed nor is open can no longer commit.
   */
  Outcome outcome(UUID decision, String decider) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement decide =
            connection.prepareStatement("SELECT scheduler.decide(?::uuid, ?)")) {
      decide.setString(1, decision.toString());
      decide.setString(2, decider);
      try (ResultSet row = decide.executeQuery()) {
        row.next();
        return Outcome.valueOf(row.getString(1).replace(' ', '_').toUpperCase(Locale.ROOT));
      }
    } catch (SQLException e) {
      throw new StoreException("decide " + decision, e);
    }
  }

  /**
   * The outcome of the transaction that the container of a node began with one of these messages.
   *
   * @return unknown if none has committed
   */
  Outcome outcomeOfConsumer(String node, List<String> messages) {
    if (messages.isEmpty()) {
      return Outcome.UNKNOWN;
    }
    String sql =
        """
        SELECT FROM scheduler.decision
         WHERE consumed = ANY (?) AND node = ? AND outcome = 'committed' LIMIT 1
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setArray(1, connection.createArrayOf("text", messages.toArray()));
      select.setString(2, node);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Outcome.COMMITTED : Outcome.UNKNOWN;
      }
    } catch (SQLException e) {
      throw new StoreException("ask who has consumed " + messages, e);
    }
  }

  /**
   * Purges decisions that are no longer needed.
   *
   * @param needed decisions that a prepared branch of the broker names; a transaction with such an
   *     old decision has prepared, or never will
   * @param consumed messages that a prepared branch of the broker consumes
   */
  void purgeDecisions(Duration age, Collection<UUID> needed, Collection<String> consumed) {
    String sql =
        """
        DELETE FROM scheduler.decision
         WHERE recorded_at < clock_timestamp() - ?::interval AND id <> ALL (?::uuid[])
           AND (consumed IS NULL OR consumed <> ALL (?))
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement purge = connection.prepareStatement(sql)) {
      purge.setString(1, age.toString());
      purge.setArray(2, connection.createArrayOf("uuid", needed.toArray()));
      purge.setArray(3, connection.createArrayOf("text", consumed.toArray()));
      purge.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("purge decisions", e);
    }
  }

  /** False if the branch had ended before. */
  boolean commit(DatabaseBranch branch) {
    return end("COMMIT PREPARED '%s'", branch);
  }

  /** False if the branch had ended before. */
  boolean rollBack(DatabaseBranch branch) {
    return end("ROLLBACK PREPARED '%s'", branch);
  }

  private boolean end(String sql, DatabaseBranch branch) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement end =
            connection.prepareStatement(sql.formatted(branch.gid().replace("'", "''")))) {
      end.execute();
      return true;
    } catch (SQLException e) {
      if (UNDEFINED_OBJECT.equals(e.getSQLState())) { // Its node was faster
        return false;
      }
      throw new StoreException("end prepared transaction " + branch.gid(), e);
    }
  }

  /**
   * Records that a transaction is in doubt.
   *
   * @param sessions read before the branches
   */
  Sighting sight(Branches branches, DatabaseSessions sessions) {
    String sql =
        """
        INSERT INTO scheduler.in_doubt AS d (gtrid, node, database_gid, broker_xid, verdict)
        VALUES (?, ?, ?, ?, '')
        ON CONFLICT (gtrid) DO UPDATE
           SET database_gid = excluded.database_gid, broker_xid = excluded.broker_xid, last_seen_at = clock_timestamp()
        RETURNING extract(epoch FROM clock_timestamp() - d.first_seen_at) * 1000 AS age_ms, d.first_seen_at >= ? AS open,
                  CASE WHEN scheduler.is_live(d.node) THEN 'LIVE'
                       WHEN EXISTS (SELECT 1 FROM scheduler.gone_node g WHERE g.node = d.node) THEN 'GONE'
                       ELSE 'DOWN' END AS coordinator
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement upsert = connection.prepareStatement(sql)) {
      upsert.setString(1, branches.gtrid());
      upsert.setString(2, branches.node());
      upsert.setString(
          3, branches.database().stream().map(DatabaseBranch::gid).findFirst().orElse(null));
      upsert.setString(
          4, branches.broker().stream().map(BrokerBranch::xid).findFirst().orElse(null));
      upsert.setObject(5, sessions.openSince(branches.node()));
      try (ResultSet row = upsert.executeQuery()) {
        row.next();
        return new Sighting(
            Coordinator.valueOf(row.getString("coordinator")),
            Duration.ofMillis(row.getLong("age_ms")),
            sessions.connected(branches.node()),
            row.getBoolean("open"));
      }
    } catch (SQLException e) {
      throw new StoreException("record transaction in doubt " + branches.gtrid(), e);
    }
  }

  void note(Branches branches, Resolution verdict) {
    execute(
        "UPDATE scheduler.in_doubt SET verdict = ? WHERE gtrid = ?",
        "record the verdict on transaction " + branches.gtrid(),
        verdict.text(),
        branches.gtrid());
  }

  void noteResolved(Branches branches, Resolution verdict, String by) {
    execute(
        """
        WITH resolution AS (SELECT ?::text AS gtrid, ?::text AS node, ?::text AS resolver, ?::text AS action, ?::text AS reason),
        gone AS (DELETE FROM scheduler.in_doubt d USING resolution r WHERE d.gtrid = r.gtrid)
        INSERT INTO scheduler.in_doubt_resolution (gtrid, node, resolved_by, action, reason)
        SELECT gtrid, node, resolver, action, reason FROM resolution
        """,
        "record the end of transaction " + branches.gtrid(),
        branches.gtrid(),
        branches.node(),
        by,
        verdict.action().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        verdict.reason());
  }

  /** Deletes the transactions that are no longer in doubt: all that were not seen in this run. */
  void forgetUnseen(Duration since) {
    execute(
        "DELETE FROM scheduler.in_doubt WHERE last_seen_at < clock_timestamp() - ?::interval",
        "delete transactions that are no longer in doubt",
        since.toString());
  }

  private void execute(String sql, String what, String... texts) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < texts.length; i++) {
        statement.setString(i + 1, texts[i]);
      }
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException(what, e);
    }
  }
}
