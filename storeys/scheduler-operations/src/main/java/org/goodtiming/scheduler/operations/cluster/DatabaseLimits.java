package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.TransactionMode;
import org.goodtiming.scheduler.config.operations.DatabaseConfig;
import org.goodtiming.scheduler.server.DatabaseCheck;
import org.goodtiming.scheduler.sql.NonXa;

/**
 * Checks whether the limits of the database allow the connections and prepared transactions of the
 * pools of all live nodes.
 *
 * @param lease logs in as the role of which each node has a session
 */
@Singleton
public record DatabaseLimits(@NonXa DataSource lease, DatabaseConfig config, TransactionMode mode)
    implements DatabaseCheck {

  /**
   * @param connections max_connections
   * @param reserved connections that nodes cannot use
   * @param prepared max_prepared_transactions
   * @param nodes number of nodes with a session for leases, including this node
   */
  record Found(int connections, int reserved, int prepared, int nodes) {}

  @Inject
  public DatabaseLimits {}

  @Override
  public Optional<String> problem() throws SQLException {
    return problem(found());
  }

  @Override
  public List<String> warnings() throws SQLException {
    return warnings(found());
  }

  Optional<String> problem(Found found) {
    return mode == TransactionMode.XA && found.prepared == 0
        ? Optional.of(
            "SCHED-0314 max_prepared_transactions of the database is 0 but scheduler.transactions is xa, so no transaction could commit: set max_prepared_transactions to %d or more, or use last-resource"
                .formatted(config.poolSize() * found.nodes))
        : Optional.empty();
  }

  List<String> warnings(Found found) {
    List<String> warnings = new ArrayList<>();
    int connections = config.connections() * found.nodes;
    if (connections > found.connections - found.reserved) {
      warnings.add(
          "SCHED-0310 max_connections of the database is %d, %d of them reserved, but %d nodes may open %d connections: set max_connections to %d or more"
              .formatted(
                  found.connections,
                  found.reserved,
                  found.nodes,
                  connections,
                  connections + found.reserved));
    }
    int prepared = config.poolSize() * found.nodes;
    if (mode == TransactionMode.XA && prepared > found.prepared) {
      warnings.add(
          "SCHED-0311 max_prepared_transactions of the database is %d but %d nodes may prepare %d transactions: set max_prepared_transactions to %d or more"
              .formatted(found.prepared, found.nodes, prepared, prepared));
    }
    return warnings;
  }

  Found found() throws SQLException {
    String sql =
        """
        SELECT current_setting('max_connections')::int AS connections,
               current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int AS reserved,
               current_setting('max_prepared_transactions')::int AS prepared,
               (SELECT count(DISTINCT application_name) FROM pg_stat_activity
                 WHERE usename = current_user AND datname = current_database()) AS nodes
        """;
    try (Connection connection = lease.getConnection();
        PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      row.next();
      return new Found(
          row.getInt("connections"),
          row.getInt("reserved"),
          row.getInt("prepared"),
          row.getInt("nodes"));
    }
  }
}
