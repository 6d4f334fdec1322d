package org.goodtiming.scheduler.operations.row;

import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Large tables, and the sequential scans of them in the plan of a statement. */
public final class SequentialScans {

  private final Statements statements;

  public SequentialScans(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** Many jobs and runs in queue b. */
  public static void fill(ContractDatabase database) {
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at, tracked)
        SELECT 'b', 'job-' || i, '2100-01-01Z', '2100-01-01Z', 4, true, '', clock_timestamp(), true FROM generate_series(1, 20000) i;
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at)
        SELECT fire_id, queue, job_id, 'SUBMITTED', 'node-1', due_at FROM scheduler.job;
        INSERT INTO scheduler.execution_transition (fire_id, attempt, new_state, node)
        SELECT fire_id, 1, 'SUBMITTED', 'node-1' FROM scheduler.job;
        ANALYZE
        """);
  }

  /** Of tables job, execution and execution_transition. */
  public List<String> of(SqlText sql) {
    return statements.query("explain", sql.inside("EXPLAIN ", ""), row -> row.getString(1)).stream()
        .filter(line -> line.matches(".*Seq Scan on (job|execution|execution_transition)\\b.*"))
        .toList();
  }
}
