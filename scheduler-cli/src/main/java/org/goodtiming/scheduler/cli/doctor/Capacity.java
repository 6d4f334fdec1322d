package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the database has room for the pools of the nodes.
 *
 * @param connections max_connections
 * @param reserved connections that nodes cannot use
 * @param readers connections that {@code scheduler_read} may have; -1 if there is no limit
 * @param prepared max_prepared_transactions
 * @param liveNodes that have a session for the lease now
 */
record Capacity(int connections, int reserved, int readers, int prepared, int liveNodes) {
  /** Sizes of the pools of a node in pre-boot.asadmin. */
  private static final int SCHEDULER_POOL = 64;

  private static final int LEASE_POOL = 12;
  private static final int READ_POOL = 8;

  static Capacity read(Query query) throws SQLException {
    return query.row(
        """
        SELECT current_setting('max_connections')::int AS connections,
               current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int AS reserved,
               current_setting('max_prepared_transactions')::int AS prepared,
               coalesce((SELECT rolconnlimit FROM pg_roles WHERE rolname = 'scheduler_read'), -1) AS readers,
               (SELECT count(DISTINCT application_name) FROM pg_stat_activity
                 WHERE usename = 'scheduler_lease' AND datname = current_database()) AS live
        """,
        row ->
            new Capacity(
                row.getInt("connections"),
                row.getInt("reserved"),
                row.getInt("readers"),
                row.getInt("prepared"),
                row.getInt("live")));
  }

  List<Finding> findings(Psql psql, Plan plan) {
    int nodes = Math.max(1, Math.max(plan.nodes(), liveNodes));
    List<Finding> findings = new ArrayList<>();
    int needed = nodes * (SCHEDULER_POOL + LEASE_POOL + READ_POOL);
    if (needed > connections - reserved) {
      findings.add(
          new Finding(
              FindingCode.FEW_CONNECTIONS,
              "max_connections is %d, %d of them reserved; the pools of %d %s may open %d"
                  .formatted(connections, reserved, nodes, nodes(nodes), needed),
              psql.setAndRestart("max_connections", needed + reserved)));
    }
    if (readers >= 0 && nodes * READ_POOL > readers) {
      findings.add(
          new Finding(
              FindingCode.FEW_READERS,
              "scheduler_read may have %d connections; the pools of %d %s may open %d"
                  .formatted(readers, nodes, nodes(nodes), nodes * READ_POOL),
              psql.run(
                  "ALTER ROLE scheduler_read CONNECTION LIMIT %d"
                      .formatted(nodes * READ_POOL + 12))));
    }
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

  private static String nodes(int number) {
    return number == 1 ? "node" : "nodes";
  }
}
