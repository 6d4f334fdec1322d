package org.goodtiming.scheduler.execution.history;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Deletes results before they expire, in the caller's transaction. */
@Singleton
public final class ExecutionResults {

  private final Statements statements;

  @Inject
  public ExecutionResults(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /** Deletes the result; false if there is none, or if it has expired. */
  public boolean delete(UUID fireId) {
    String sql =
        """
        WITH kept AS MATERIALIZED (
          SELECT fire_id FROM scheduler.execution
           WHERE fire_id = :fire_id AND result_expires_at > clock_timestamp() FOR UPDATE),
        gone AS (DELETE FROM scheduler.execution_result r USING kept k WHERE r.fire_id = k.fire_id)
        UPDATE scheduler.execution e SET result_expires_at = NULL, changed_at = clock_timestamp()
          FROM kept k WHERE e.fire_id = k.fire_id
        """;
    SqlText delete = new SqlText(sql).set("fire_id", fireId);
    return statements.update("delete the result of " + fireId, delete) == 1;
  }
}
