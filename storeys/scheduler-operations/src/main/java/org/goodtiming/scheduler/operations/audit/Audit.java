package org.goodtiming.scheduler.operations.audit;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Writes the audit, in the transaction of the change. */
@Singleton
public final class Audit {

  private final Statements statements;
  private final String node;

  @Inject
  public Audit(DataSource dataSource, @NodeName String node) {
    this.statements = new Statements(dataSource);
    this.node = node;
  }

  /** Name of the node on which the changes are made. */
  public String node() {
    return node;
  }

  /**
   * Records one change.
   *
   * @param before JSON of the state before the change; null if there was nothing
   * @param after JSON of the state after the change; null if nothing is left
   */
  public void note(
      String login,
      String action,
      String subject,
      @Nullable String before,
      @Nullable String after) {
    String sql =
        """
        INSERT INTO scheduler.audit (changed_by, node, action, subject, before, after)
        VALUES (:login, :node, :action, :subject, :before::jsonb, :after::jsonb)
        """;
    statements.update(
        "record a change by " + login,
        new SqlText(sql)
            .set("login", login)
            .set("node", node)
            .set("action", action)
            .set("subject", subject)
            .set("before", before)
            .set("after", after));
  }
}
