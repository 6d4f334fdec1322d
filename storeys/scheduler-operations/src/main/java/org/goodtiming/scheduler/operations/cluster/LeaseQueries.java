package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.RowPage;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Reads which node leads which partition, and which nodes there are, with the pool of readers. */
@Singleton
public final class LeaseQueries {

  private static final String PURPOSE = "read leases";

  private final Statements statements;

  @Inject
  LeaseQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  public List<Row> leases() {
    SqlText sql =
        new SqlText(
            """
            SELECT partition, holder, epoch, state, queues, acquired_at, last_run_at,
                   'PT' || trim_scale(extract(epoch FROM failover_interval)) || 'S' AS failover_interval,
                   preferred_node
              FROM scheduler.lease_status ORDER BY partition
            """);
    return statements.query(PURPOSE, sql, Row::of);
  }

  /** Whether there is a lease of that partition, held or not. */
  public boolean has(String partition) {
    SqlText sql =
        new SqlText("SELECT 1 FROM scheduler.lease WHERE partition = :partition", partition);
    return !statements.query(PURPOSE, sql, row -> row.getInt(1)).isEmpty();
  }

  /** The holders of the lease, the latest first: all, or those before an epoch. */
  public RowPage history(String partition, @Nullable Long beforeEpoch, int size) {
    SqlText sql =
        new SqlText(
                "SELECT epoch, holder, incarnation::text AS incarnation, acquired_at, reason, ended_at FROM scheduler.lease_history\n")
            .and("partition = :partition", partition)
            .and("epoch < :epoch_before", beforeEpoch)
            .then("ORDER BY epoch DESC LIMIT :limit", size + 1);
    return RowPage.of(statements.query(PURPOSE, sql, Row::of), size, "epoch");
  }

  public List<Row> nodes() {
    SqlText sql =
        new SqlText(
            """
            SELECT name, live, leads, in_doubt, gone_since, version, started_at, CASE WHEN NOT live THEN seen_at END AS seen_at,
                   'PT' || trim_scale(extract(epoch FROM clock_offset)) || 'S' AS clock_offset,
                   dispatches, registers, drained_at, drained_by
              FROM scheduler.node_status ORDER BY name
            """);
    return statements.query(PURPOSE, sql, Row::of);
  }

  /** Reads a single node; empty if the database does not know it. */
  public Optional<Row> node(String name) {
    return nodes().stream().filter(node -> node.text("name").equals(name)).findFirst();
  }
}
