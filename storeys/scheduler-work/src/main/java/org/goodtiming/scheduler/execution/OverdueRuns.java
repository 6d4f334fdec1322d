package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.execution.RunRetries.Failure;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Retries runs that exceed their limit, or ends them as errors. */
@Singleton
public final class OverdueRuns {

  private static final int BATCH = 500;

  private final Statements statements;
  private final RunRecovery recovery;
  private final RunRetries retries;

  @Inject
  OverdueRuns(DataSource dataSource, @NodeName String node) {
    this.statements = new Statements(dataSource);
    this.recovery = new RunRecovery(dataSource, node);
    this.retries = new RunRetries(dataSource, node);
  }

  /**
   * A run beyond its limit.
   *
   * @param begun whether its worker has reported that it has begun
   * @param limit as its job or queue says
   */
  record OverdueRun(UUID fireId, String queue, boolean begun, Duration limit) {}

  static final String FIND =
      """
      SELECT e.fire_id FROM scheduler.execution e
       WHERE <overdue> AND e.state IN ('DISPATCHED', 'RUNNING') ORDER BY e.overdue_at LIMIT :limit
      """
          .replace("<overdue>", RunRecovery.OVERDUE);

  /** The oldest ones. */
  List<UUID> find() {
    return statements.query(
        "search for runs beyond their limit",
        new SqlText(FIND).set("limit", BATCH),
        Columns::fireId);
  }

  /**
   * Locks the run.
   *
   * @return empty if it has ended meanwhile, or a report has locked it
   */
  Optional<OverdueRun> lock(UUID fireId) {
    String sql =
        """
        SELECT e.queue, e.state, extract(epoch FROM e.run_limit)::bigint AS limit_seconds FROM scheduler.execution e
         WHERE e.fire_id = :fire_id AND <overdue> AND e.state IN ('DISPATCHED', 'RUNNING') FOR UPDATE SKIP LOCKED
        """
            .replace("<overdue>", RunRecovery.OVERDUE);
    return statements.find(
        "lock run " + fireId,
        new SqlText(sql).set("fire_id", fireId),
        row ->
            new OverdueRun(
                fireId,
                row.getString("queue"),
                ExecutionState.valueOf(row.getString("state")) == ExecutionState.RUNNING,
                Duration.ofSeconds(row.getLong("limit_seconds"))));
  }

  /**
   * Tries the run again, or ends it. A later report of its worker changes nothing.
   *
   * @param run locked by this transaction
   */
  Result end(OverdueRun run) {
    String why =
        "SCHED-0651 no end was reported within %s of the dispatch (%s)"
            .formatted(run.limit(), run.begun() ? "its worker has begun" : "no worker has begun");
    List<RunRetry> retried =
        retries.retry(List.of(new Failure(run.fireId(), null, why))).stream()
            .filter(retry -> retry.delay() != null)
            .toList();
    return new Result(
        retried, retried.isEmpty() ? recovery.endOverdue(List.of(run.fireId()), why) : List.of());
  }

  /** The processed runs; one of the lists is empty. */
  record Result(List<RunRetry> retried, List<RunChange> ended) {}
}
