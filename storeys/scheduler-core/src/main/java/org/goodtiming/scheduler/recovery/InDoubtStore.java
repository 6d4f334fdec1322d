package org.goodtiming.scheduler.recovery;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.recovery.InDoubt.Coordinator;
import org.goodtiming.scheduler.recovery.InDoubt.Outcome;
import org.goodtiming.scheduler.recovery.InDoubt.Sighting;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;

/**
 * The database's side of transactions in doubt, and their records; outside any transaction, as the
 * role that prepared them.
 */
final class InDoubtStore {

  private static final String UNDEFINED_OBJECT = "42704";

  private final Statements statements;

  InDoubtStore(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  DatabaseSessions sessions() {
    // Without track_activities nothing is known of a session
    String sql =
        """
        SELECT statement_timestamp() AS read_at, application_name,
               min(CASE WHEN xact_start IS NOT NULL THEN xact_start
                        WHEN state = 'idle' THEN statement_timestamp()
                        ELSE timestamptz 'epoch' END) AS open_since
          FROM pg_stat_activity
         WHERE datname = current_database() AND usename = current_user
         GROUP BY application_name
        """;
    record OfNode(OffsetDateTime readAt, String node, OffsetDateTime openSince) {}
    List<OfNode> sessions =
        statements.query(
            "list the sessions of the nodes",
            new SqlText(sql),
            row ->
                new OfNode(
                    row.getObject("read_at", OffsetDateTime.class),
                    row.getString("application_name"),
                    row.getObject("open_since", OffsetDateTime.class)));
    // At least the session of this query
    return new DatabaseSessions(
        sessions.get(0).readAt(),
        sessions.stream().collect(Collectors.toMap(OfNode::node, OfNode::openSince)));
  }

  /** All prepared transactions of this database, but those without a transaction manager. */
  List<DatabaseBranch> prepared() {
    String sql =
        """
        SELECT gid, transaction::text::bigint AS xid, owner = current_user AS own
          FROM pg_prepared_xacts WHERE database = current_database()
        """;
    return statements
        .query(
            "list prepared transactions",
            new SqlText(sql),
            row ->
                DatabaseBranch.of(row.getString("gid"), row.getLong("xid"), row.getBoolean("own")))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * What one statement tells of the transactions.
   *
   * @param foundWork whether a transaction is prepared, was in doubt, or has a decision to purge
   * @param preparedByOthers how many transactions other roles have prepared for longer, in any
   *     database of the server; each of them takes one of {@code max_prepared_transactions}
   */
  record Glance(boolean foundWork, int preparedByOthers) {}

  Glance glance(Duration keepDecisions, Duration ageOfOthers) {
    String sql =
        """
        SELECT EXISTS (SELECT FROM pg_prepared_xacts WHERE database = current_database())
                 OR EXISTS (SELECT FROM scheduler.in_doubt)
                 OR coalesce((SELECT min(recorded_at) FROM scheduler.decision) < clock_timestamp() - :keep::interval, false) AS found_work,
               (SELECT count(*) FROM pg_prepared_xacts
                 WHERE owner <> current_user AND prepared < clock_timestamp() - :age::interval) AS by_others
        """;
    return statements
        .query(
            "ask for transactions in doubt",
            new SqlText(sql).set("keep", keepDecisions).set("age", ageOfOthers),
            row -> new Glance(row.getBoolean("found_work"), row.getInt("by_others")))
        .get(0);
  }

  /**
   * The outcome of the transaction that should write this decision. A transaction that has neither
   * committed nor is open can no longer commit.
   */
  Outcome outcome(UUID decision, String decider) {
    SqlText decide = new SqlText("SELECT scheduler.decide(:decision, :decider) AS outcome");
    String outcome =
        statements
            .query(
                "decide " + decision,
                decide.set("decision", decision).set("decider", decider),
                row -> row.getString("outcome"))
            .get(0);
    return Outcome.valueOf(outcome.replace(' ', '_').toUpperCase(Locale.ROOT));
  }

  /**
   * The outcome of the transaction that the container of a node began with one of these messages.
   * Like {@code scheduler.decide}, it writes to the log, so that a synchronous standby has the row
   * too when it returns.
   *
   * @return unknown if none has committed
   */
  Outcome outcomeOfConsumer(String node, List<String> messages) {
    if (messages.isEmpty()) {
      return Outcome.UNKNOWN;
    }
    String sql =
        """
        SELECT pg_logical_emit_message(true, 'scheduler', '')
          FROM (SELECT FROM scheduler.decision
                 WHERE consumed = ANY (:messages) AND node = :node AND outcome = 'committed' LIMIT 1) found
        """;
    return statements
        .find(
            "ask who has consumed " + messages,
            new SqlText(sql).set("messages", messages, each -> each).set("node", node),
            row -> Outcome.COMMITTED)
        .orElse(Outcome.UNKNOWN);
  }

  /** The node whose transaction has consumed one of these messages; empty if none has committed. */
  Optional<String> nodeOfConsumer(List<String> messages) {
    String sql =
        """
        SELECT node FROM scheduler.decision
         WHERE consumed = ANY (:messages) AND outcome = 'committed' LIMIT 1
        """;
    return statements.find(
        "ask which node has consumed " + messages,
        new SqlText(sql).set("messages", messages, each -> each),
        row -> row.getString("node"));
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
         WHERE recorded_at < clock_timestamp() - :age::interval AND id <> ALL (:needed::uuid[])
           AND (consumed IS NULL OR consumed <> ALL (:consumed))
        """;
    statements.update(
        "purge decisions",
        new SqlText(sql)
            .set("age", age)
            .set("needed", needed, UUID::toString)
            .set("consumed", consumed, each -> each));
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
    try {
      statements.run(
          "end prepared transaction " + branch.gid(),
          new SqlText(sql.formatted(branch.gid().replace("'", "''"))));
      return true;
    } catch (StoreException e) {
      if (UNDEFINED_OBJECT.equals(e.sqlState())) { // Its node was faster
        return false;
      }
      throw e;
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
        VALUES (:gtrid, :node, :gid, :xid, '')
        ON CONFLICT (gtrid) DO UPDATE
           SET database_gid = excluded.database_gid, broker_xid = excluded.broker_xid, last_seen_at = clock_timestamp(),
               node = CASE WHEN excluded.node = :unknown THEN d.node ELSE excluded.node END
        RETURNING extract(epoch FROM clock_timestamp() - d.first_seen_at) * 1000 AS age_ms, d.first_seen_at >= :open_since AS open,
                  CASE WHEN d.node = :unknown THEN 'UNKNOWN'
                       WHEN scheduler.is_live(d.node) THEN 'LIVE'
                       WHEN EXISTS (SELECT 1 FROM scheduler.gone_node g WHERE g.node = d.node) THEN 'GONE'
                       ELSE 'DOWN' END AS coordinator
        """;
    SqlText upsert =
        new SqlText(sql)
            .set("gtrid", branches.gtrid())
            .set("node", branches.node())
            .set("unknown", BranchId.UNKNOWN)
            .set(
                "gid",
                branches.database().stream().map(DatabaseBranch::gid).findFirst().orElse(null))
            .set("xid", branches.broker().stream().map(BrokerBranch::xid).findFirst().orElse(null))
            .set("open_since", sessions.openSince(branches.node()));
    return statements
        .query(
            "record transaction in doubt " + branches.gtrid(),
            upsert,
            row ->
                new Sighting(
                    Coordinator.valueOf(row.getString("coordinator")),
                    Duration.ofMillis(row.getLong("age_ms")),
                    sessions.connected(branches.node()),
                    row.getBoolean("open")))
        .get(0);
  }

  void note(Branches branches, Resolution decision) {
    SqlText sql =
        new SqlText("UPDATE scheduler.in_doubt SET verdict = :verdict WHERE gtrid = :gtrid");
    statements.update(
        "record the verdict on transaction " + branches.gtrid(),
        sql.set("verdict", decision.text()).set("gtrid", branches.gtrid()));
  }

  void noteResolved(Branches branches, Resolution decision, String by) {
    String sql =
        """
        WITH gone AS (DELETE FROM scheduler.in_doubt WHERE gtrid = :gtrid)
        INSERT INTO scheduler.in_doubt_resolution (gtrid, node, resolved_by, action, reason)
        VALUES (:gtrid, :node, :resolved_by, :action, :reason)
        """;
    statements.update(
        "record the end of transaction " + branches.gtrid(),
        new SqlText(sql)
            .set("gtrid", branches.gtrid())
            .set("node", branches.node())
            .set("resolved_by", by)
            .set("action", decision.action().name().toLowerCase(Locale.ROOT).replace('_', ' '))
            .set("reason", decision.reason()));
  }

  /** Deletes the transactions that are no longer in doubt: all that were not seen in this run. */
  void forgetUnseen(Duration since) {
    String sql =
        "DELETE FROM scheduler.in_doubt WHERE last_seen_at < clock_timestamp() - :since::interval";
    statements.update(
        "delete transactions that are no longer in doubt", new SqlText(sql).set("since", since));
  }
}
