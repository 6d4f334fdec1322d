package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.lease.Leases;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;
import org.jspecify.annotations.Nullable;

/** Takes leases from their holders, and names preferred holders. */
@Singleton
public final class LeaseChanges {

  private static final String PURPOSE = "change the preferred node of a partition";

  private final Statements statements;
  private final Leases leases;
  private final Audit audit;

  @Inject
  LeaseChanges(DataSource dataSource, Leases leases, Audit audit) {
    this.statements = Statements.forClients(dataSource);
    this.leases = leases;
    this.audit = audit;
  }

  /**
   * Releases the lease in a separate transaction; the caller writes the audit. False if nobody held
   * the lease.
   */
  public boolean stepDown(String login, String partition) {
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

  /**
   * Names the preferred node, in the caller's transaction.
   *
   * @param node null if any node may lead the partition
   */
  public void prefer(String login, String partition, @Nullable String node) {
    String before = forget(partition);
    if (node != null) {
      SqlText sql =
          new SqlText(
              "INSERT INTO scheduler.preferred_node (partition, node, changed_by) VALUES (:partition, :node, :login)");
      statements.update(
          PURPOSE, sql.set("partition", partition).set("node", node).set("login", login));
    }
    audit.note(login, "prefer node", "lease " + partition, json(before), json(node));
  }

  private @Nullable String forget(String partition) {
    SqlText sql =
        new SqlText(
            "DELETE FROM scheduler.preferred_node WHERE partition = :partition RETURNING node");
    List<String> found =
        statements.query(PURPOSE, sql.set("partition", partition), row -> row.getString(1));
    return found.isEmpty() ? null : found.get(0);
  }

  private static @Nullable String json(@Nullable String node) {
    return node == null ? null : "{\"preferredNode\":\"%s\"}".formatted(node);
  }
}
