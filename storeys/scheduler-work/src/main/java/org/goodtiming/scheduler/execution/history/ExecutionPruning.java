package org.goodtiming.scheduler.execution.history;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.config.work.ExecutionConfig;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Deletes results that have expired, and old executions, in small transactions. */
@Singleton
public final class ExecutionPruning implements LeaderTask {

  private final Statements statements;
  private final Duration age;
  private final int count;

  @Inject
  public ExecutionPruning(DataSource dataSource, ExecutionConfig limits) {
    this.statements = new Statements(dataSource);
    this.age = limits.historyAge();
    this.count = limits.historyCount();
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "execution-pruning",
        Duration.ofMinutes(1),
        "SCHED-0810 could not prune executions; next try in a minute");
  }

  @Override
  public void run() {
    Portions.repeat(this::expireResults);
    for (String queue : queues()) {
      Portions.repeat(limit -> prune(queue, limit));
    }
  }

  private int expireResults(int limit) {
    String sql =
        """
        WITH due AS MATERIALIZED (
          SELECT fire_id FROM scheduler.execution WHERE result_expires_at <= (SELECT clock_timestamp())
           ORDER BY result_expires_at LIMIT :limit FOR UPDATE SKIP LOCKED),
        gone AS (DELETE FROM scheduler.execution_result r USING due WHERE r.fire_id = due.fire_id)
        UPDATE scheduler.execution e SET result_expires_at = NULL, changed_at = clock_timestamp()
          FROM due WHERE e.fire_id = due.fire_id
        """;
    return statements.update("delete expired results", new SqlText(sql).set("limit", limit));
  }

  /** Finds the queues with ended executions by an index probe for each. */
  private List<String> queues() {
    String sql =
        """
        WITH RECURSIVE q AS (
          (SELECT queue FROM scheduler.execution WHERE ended_at IS NOT NULL ORDER BY queue LIMIT 1)
          UNION ALL
          SELECT (SELECT e.queue FROM scheduler.execution e
                   WHERE e.ended_at IS NOT NULL AND e.queue > q.queue ORDER BY e.queue LIMIT 1)
            FROM q WHERE q.queue IS NOT NULL)
        SELECT queue FROM q WHERE queue IS NOT NULL
        """;
    return statements.query(
        "query the queues with ended executions", new SqlText(sql), row -> row.getString("queue"));
  }

  /** A job batch that has not ended knows its members by their runs. */
  private int prune(String queue, int limit) {
    String sql =
        """
        WITH old AS MATERIALIZED (
          SELECT e.fire_id FROM scheduler.execution e
           WHERE e.queue = :queue
             AND e.ended_at <= greatest((SELECT clock_timestamp() - :age::interval),
                                      (SELECT ended_at FROM scheduler.execution WHERE queue = :queue AND ended_at IS NOT NULL
                                        ORDER BY ended_at DESC OFFSET :count LIMIT 1))
             AND NOT EXISTS (SELECT FROM scheduler.job_batch b WHERE b.id = e.batch AND b.ended_at IS NULL)
           ORDER BY e.ended_at LIMIT :limit FOR UPDATE OF e SKIP LOCKED),
        transitions AS (DELETE FROM scheduler.execution_transition t USING old WHERE t.fire_id = old.fire_id),
        inputs AS (DELETE FROM scheduler.execution_input i USING old WHERE i.fire_id = old.fire_id),
        results AS (DELETE FROM scheduler.execution_result r USING old WHERE r.fire_id = old.fire_id),
        notes AS (DELETE FROM scheduler.execution_note n USING old WHERE n.fire_id = old.fire_id)
        DELETE FROM scheduler.execution e USING old WHERE e.fire_id = old.fire_id
        """;
    return statements.update(
        "prune executions of " + queue,
        new SqlText(sql)
            .set("queue", queue)
            .set("age", age)
            .set("count", count)
            .set("limit", limit));
  }
}
