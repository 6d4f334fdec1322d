package org.goodtiming.scheduler.operations.idempotency;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.config.operations.RestConfig;
import org.goodtiming.scheduler.operations.user.GrantChanges;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Deletes old idempotency keys, batch operations, audit rows, sessions and grants of groups, in
 * small transactions.
 */
@Singleton
public final class RestPruning implements LeaderTask {

  private static final String KEYS =
      """
      WITH gone AS (
        DELETE FROM scheduler.idempotency_key WHERE (login, key) IN (
          SELECT login, key FROM scheduler.idempotency_key WHERE recorded_at < clock_timestamp() - :age::interval
           ORDER BY recorded_at LIMIT :limit FOR UPDATE SKIP LOCKED) RETURNING 1)
      SELECT count(*) FROM gone
      """;

  private static final String BATCHES =
      """
      WITH gone AS (
        DELETE FROM scheduler.batch_operation WHERE id IN (
          SELECT id FROM scheduler.batch_operation WHERE ended_at < clock_timestamp() - :age::interval
           ORDER BY ended_at LIMIT :limit) RETURNING 1)
      SELECT count(*) FROM gone
      """;

  private static final String SESSIONS =
      """
      WITH gone AS (
        DELETE FROM scheduler.api_session WHERE id IN (
          SELECT id FROM scheduler.api_session
           WHERE last_seen_at < clock_timestamp() - :age::interval OR expires_at < clock_timestamp()
           ORDER BY id LIMIT :limit FOR UPDATE SKIP LOCKED) RETURNING 1)
      SELECT count(*) FROM gone
      """;

  /** A session that has been opened since then has renewed those of its user. */
  private static final String GRANTS =
      """
      WITH gone AS (
        DELETE FROM scheduler.registration_grant WHERE (login, queue) IN (
          SELECT login, queue FROM scheduler.registration_grant
           WHERE starts_with(granted_by, :by_groups) AND granted_at < clock_timestamp() - :age::interval
           ORDER BY login, queue LIMIT :limit) RETURNING login, queue, granted_by),
      noted AS (
        INSERT INTO scheduler.audit (changed_by, node, action, subject, before)
        SELECT 'scheduler', :node, 'delete grant', login,
               jsonb_build_object('login', login, 'queue', queue, 'grantedBy', granted_by) FROM gone)
      SELECT count(*) FROM gone
      """;

  private static final String AUDIT = "SELECT scheduler.prune_audit(:age::interval, :limit)";

  private final Statements statements;
  private final RestConfig ages;
  private final String node;

  /**
   * @param node name for the audit
   */
  @Inject
  public RestPruning(DataSource dataSource, RestConfig ages, @NodeName String node) {
    statements = Statements.forClients(dataSource);
    this.ages = ages;
    this.node = node;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "rest-pruning",
        Duration.ofMinutes(1),
        "SCHED-0936 could not delete old idempotency keys, batch operations, audit rows, sessions and grants of groups; next try in a minute");
  }

  @Override
  public void run() {
    prune(KEYS, ages.idempotencyAge());
    prune(BATCHES, ages.batchAge());
    prune(AUDIT, ages.auditAge());
    prune(SESSIONS, ages.sessions().idle());
    Portions.repeat(this::pruneGrants);
  }

  private void prune(String statement, Duration age) {
    Portions.repeat(limit -> prune(statement, age, limit));
  }

  private int prune(String statement, Duration age, int limit) {
    return count(new SqlText(statement).set("age", age).set("limit", limit));
  }

  private int pruneGrants(int limit) {
    return count(
        new SqlText(GRANTS)
            .set("by_groups", GrantChanges.BY_GROUPS)
            .set("age", ages.sessions().age())
            .set("limit", limit)
            .set("node", node));
  }

  private int count(SqlText sql) {
    return statements.query("prune", sql, row -> row.getInt(1)).get(0);
  }
}
