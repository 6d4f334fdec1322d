package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.install.DatabaseRole;

/**
 * Whether the database has room for the pools of the nodes.
 *
 * @param connections max_connections
 * @param reserved connections that nodes cannot use
 * @param limits connections that roles may have; of those without a limit nothing
 * @param database connections that the database may have; -1 if there is no limit
 * @param prepared max_prepared_transactions
 * @param liveNodes that have a session for the lease now
 */
record Capacity(
    int connections,
    int reserved,
    Map<DatabaseRole, Integer> limits,
    int database,
    int prepared,
    int liveNodes) {
  /** Sizes of the pools of a node in pre-boot.asadmin. */
  static final int SCHEDULER_POOL = 64;

  static final int LEASE_POOL = 12;
  static final int READ_POOL = 8;

  /** The watch of a node for a failover logs in as the role of any of the pools. */
  static final int WATCH = 1;

  /** Sessions of the reading role beyond those of the nodes. */
  private static final int PEOPLE = 12;

  /** Flyway has two sessions. */
  private static final int MIGRATIONS = 2;

  static Capacity read(Query query) throws SQLException {
    Map<DatabaseRole, Integer> limits = new EnumMap<>(DatabaseRole.class);
    for (DatabaseRole role : DatabaseRole.values()) {
      query
          .rows(
              "SELECT rolconnlimit FROM pg_roles WHERE rolconnlimit >= 0 AND rolname = '%s'"
                  .formatted(role.login()),
              row -> row.getInt(1))
          .forEach(limit -> limits.put(role, limit));
    }
    return query.row(
        """
        SELECT current_setting('max_connections')::int AS connections,
               current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int AS reserved,
               current_setting('max_prepared_transactions')::int AS prepared,
               (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS of_database,
               (SELECT count(DISTINCT application_name) FROM pg_stat_activity
                 WHERE usename = 'scheduler_lease' AND datname = current_database()) AS live
        """,
        row ->
            new Capacity(
                row.getInt("connections"),
                row.getInt("reserved"),
                limits,
                row.getInt("of_database"),
                row.getInt("prepared"),
                row.getInt("live")));
  }

  List<Finding> findings(Psql psql, Plan plan) {
    int nodes = Math.max(1, Math.max(plan.nodes(), liveNodes));
    List<Finding> findings = new ArrayList<>();
    int needed = nodes * (SCHEDULER_POOL + LEASE_POOL + READ_POOL + WATCH);
    if (needed > connections - reserved) {
      findings.add(
          new Finding(
              FindingCode.FEW_CONNECTIONS,
              "max_connections is %d, %d of them reserved; %d %s may open %d"
                  .formatted(connections, reserved, nodes, nodes(nodes), needed),
              psql.setAndRestart("max_connections", needed + reserved)));
    }
    if (database >= 0 && needed > database) {
      findings.add(
          new Finding(
              FindingCode.FEW_CONNECTIONS,
              "database %s may have %d connections; %d %s may open %d"
                  .formatted(psql.database(), database, nodes, nodes(nodes), needed),
              psql.run(
                  "ALTER DATABASE %s CONNECTION LIMIT -1".formatted(Psql.name(psql.database())))));
    }
    limits.forEach((role, limit) -> findings.addAll(ofRole(role, limit, nodes, psql)));
    int branches = nodes * SCHEDULER_POOL;
    if (plan.preparesTransactions() && branches > prepared) {
      findings.add(
          new Finding(
              FindingCode.FEW_PREPARED,
              "max_prepared_transactions is %d; %d %s may prepare %d"
                  .formatted(prepared, nodes, nodes(nodes), branches),
              psql.setAndRestart("max_prepared_transactions", branches)));
    }
    return findings;
  }

  private static List<Finding> ofRole(DatabaseRole role, int limit, int nodes, Psql psql) {
    boolean ofNodes = role != DatabaseRole.OWNER;
    int needed =
        switch (role) {
          case OWNER -> MIGRATIONS;
          case XA -> nodes * (SCHEDULER_POOL + WATCH);
          case LEASE -> nodes * (LEASE_POOL + WATCH);
          case READER -> nodes * (READ_POOL + WATCH);
        };
    return needed <= limit
        ? List.of()
        : List.of(
            new Finding(
                ofNodes ? FindingCode.FEW_OF_ROLE : FindingCode.NO_LOGIN,
                "%s may have %d connections; %s %d"
                    .formatted(
                        role.login(),
                        limit,
                        ofNodes
                            ? "%d %s may open".formatted(nodes, nodes(nodes))
                            : "migrations need",
                        needed),
                psql.run(
                    "ALTER ROLE %s CONNECTION LIMIT %d"
                        .formatted(
                            role.login(), role == DatabaseRole.READER ? needed + PEOPLE : -1))));
  }

  private static String nodes(int number) {
    return number == 1 ? "node" : "nodes";
  }
}
