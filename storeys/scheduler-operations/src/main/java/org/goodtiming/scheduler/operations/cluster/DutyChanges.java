package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Takes duties from nodes for operators, and gives them back, in the caller's transaction. */
@Singleton
public final class DutyChanges {

  private static final String PURPOSE = "change the duties of a node";

  private final Statements statements;
  private final Audit audit;

  @Inject
  DutyChanges(DataSource dataSource, Audit audit) {
    this.statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /** Takes duties from a node; duties taken before stay withdrawn. */
  public void drain(String login, String node, NodeDuties taken) {
    NodeDuties before = lock(node);
    change(login, "drain node", node, before, before.without(taken));
  }

  /** Gives duties back to a node. */
  public void resume(String login, String node, NodeDuties given) {
    NodeDuties before = lock(node);
    change(login, "resume node", node, before, before.with(given));
  }

  private void change(
      String login, String action, String node, NodeDuties before, NodeDuties after) {
    SqlText change =
        after.equals(NodeDuties.ALL)
            ? new SqlText("DELETE FROM scheduler.node_duty WHERE node = :node")
            : new SqlText(
                    """
                    UPDATE scheduler.node_duty
                       SET dispatches = :dispatches, registers = :registers, changed_at = clock_timestamp(), changed_by = :login
                     WHERE node = :node
                    """)
                .set("dispatches", after.dispatches())
                .set("registers", after.registers())
                .set("login", login);
    statements.update(PURPOSE, change.set("node", node));
    if (!after.equals(before)) {
      audit.note(login, action, node, json(before), json(after));
    }
  }

  /**
   * Creates the row if necessary, and locks it against other changes until the end of this
   * transaction.
   */
  private NodeDuties lock(String node) {
    SqlText insert =
        new SqlText(
            """
            INSERT INTO scheduler.node_duty (node, dispatches, registers, changed_by) VALUES (:node, true, true, '')
            ON CONFLICT (node) DO NOTHING
            """);
    statements.update(PURPOSE, insert.set("node", node));
    SqlText select =
        new SqlText(
            "SELECT dispatches, registers FROM scheduler.node_duty WHERE node = :node FOR UPDATE");
    List<NodeDuties> found =
        statements.query(
            PURPOSE,
            select.set("node", node),
            row -> new NodeDuties(row.getBoolean("dispatches"), row.getBoolean("registers")));
    return found.isEmpty() ? lock(node) : found.get(0);
  }

  private static String json(NodeDuties duties) {
    return "{\"dispatches\":%s,\"registers\":%s}"
        .formatted(duties.dispatches(), duties.registers());
  }
}
