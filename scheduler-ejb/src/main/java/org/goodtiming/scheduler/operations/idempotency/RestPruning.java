package org.goodtiming.scheduler.operations.idempotency;

import java.time.Duration;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.RestConfig;
import org.goodtiming.scheduler.leader.Batches;
import org.goodtiming.scheduler.leader.LeaderTask;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Deletes old idempotency keys, batch operations, audit rows and sessions, in small transactions.
 */
public final class RestPruning implements LeaderTask {

  private static final String KEYS =
      """
      WITH gone AS (
        DELETE FROM scheduler.idempotency_key WHERE (login, key) IN (
          SELECT login, key FROM scheduler.idempotency_key WHERE recorded_at < clock_timestamp() - ?::interval
           ORDER BY recorded_at LIMIT ? FOR UPDATE SKIP LOCKED) RETURNING 1)
      SELECT count(*) FROM gone
      """;

  private static final String BATCHES =
      """
      WITH gone AS (
        DELETE FROM scheduler.batch_operation WHERE id IN (
          SELECT id FROM scheduler.batch_operation WHERE ended_at < clock_timestamp() - ?::interval
           ORDER BY ended_at LIMIT ?) RETURNING 1)
      SELECT count(*) FROM gone
      """;

  private static final String SESSIONS =
      """
      WITH gone AS (
        DELETE FROM scheduler.api_session WHERE id IN (
          SELECT id FROM scheduler.api_session
           WHERE last_seen_at < clock_timestamp() - ?::interval OR expires_at < clock_timestamp()
           ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) RETURNING 1)
      SELECT count(*) FROM gone
      """;

  private static final String AUDIT = "SELECT scheduler.prune_audit(?::interval, ?)";

  private final Statements statements;
  private final RestConfig ages;

  public RestPruning(DataSource dataSource, RestConfig ages) {
    statements = Statements.forClients(dataSource);
    this.ages = ages;
  }

  @Override
  public String name() {
    return "rest-pruning";
  }

  @Override
  public Duration interval() {
    return Duration.ofMinutes(1);
  }

  @Override
  public String failure() {
    return "SCHED-0936 could not delete old idempotency keys, batch operations, audit rows and sessions; next try in a minute";
  }

  @Override
  public void run() {
    prune(KEYS, ages.idempotencyAge());
    prune(BATCHES, ages.batchAge());
    prune(AUDIT, ages.auditAge());
    prune(SESSIONS, ages.sessions().idle());
  }

  private void prune(String statement, Duration age) {
    Batches.repeat(most -> prune(statement, age, most));
  }

  private int prune(String statement, Duration age, int most) {
    SqlText sql = new SqlText(statement, age.toString(), most);
    return statements.query("prune", sql, row -> row.getInt(1)).get(0);
  }
}
