package org.goodtiming.scheduler.job.claim;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Keeps the limits of concurrent runs in the transaction that dispatches. Only one transaction at a
 * time dispatches to a queue with a limit, so that it counts all that was dispatched before: also
 * what a former leader was about to commit, or what is prepared.
 */
final class ConcurrencyLimits {

  private final Statements statements;

  ConcurrencyLimits(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  ClaimQuotas within(ClaimQuotas quotas) {
    List<String> limited = quotas.limitedQueues();
    return limited.isEmpty() ? quotas : quotas.within(free(lock(limited)));
  }

  /** The queue of a waiting job, if it has a limit. */
  Optional<String> limitedQueueOf(long jobRow) {
    String sql =
        """
        SELECT q.name FROM scheduler.job j JOIN scheduler.worker_queue q ON q.name = j.queue
         WHERE j.id = :id AND (q.max_concurrent_runs > 0 OR q.max_concurrent_runs_per_key > 0)
        """;
    return statements.find(
        "search for a limit of runs",
        new SqlText(sql).set("id", jobRow),
        row -> row.getString("name"));
  }

  /** Whether another run of the queue may begin. */
  boolean hasRoom(String queue) {
    return !free(lock(List.of(queue))).isEmpty();
  }

  /**
   * The queues among them to which no other transaction dispatches. The statement that counts must
   * begin when the lock is held, because it does not see what commits later.
   */
  private List<String> lock(List<String> queues) {
    String sql =
        """
        SELECT q.name FROM scheduler.worker_queue q JOIN scheduler.node_lock l ON l.name = 'runs of ' || q.name
         WHERE q.name = ANY (:queues::text[]) FOR UPDATE OF l SKIP LOCKED
        """;
    return statements.query(
        "lock the limits of queues " + queues,
        new SqlText(sql).set("queues", queues, queue -> queue),
        row -> row.getString("name"));
  }

  /** How many runs of each queue may begin, without those that have no room. */
  private Map<String, Integer> free(List<String> queues) {
    String sql =
        """
        SELECT q.name, CASE WHEN q.max_concurrent_runs = 0 THEN 2147483647 ELSE q.max_concurrent_runs - running.runs END AS free
          FROM scheduler.worker_queue q
               CROSS JOIN LATERAL (SELECT count(*)::int AS runs
                                     FROM (SELECT FROM scheduler.execution e
                                            WHERE e.queue = q.name AND e.is_limited AND e.ended_at IS NULL
                                            LIMIT q.max_concurrent_runs) r) running
         WHERE q.name = ANY (:queues::text[])
           AND (q.max_concurrent_runs > running.runs OR (q.max_concurrent_runs = 0 AND q.max_concurrent_runs_per_key > 0))
        """;
    record Free(String queue, int runs) {}
    return statements
        .query(
            "count the runs of queues " + queues,
            new SqlText(sql).set("queues", queues, queue -> queue),
            row -> new Free(row.getString("name"), row.getInt("free")))
        .stream()
        .collect(Collectors.toMap(Free::queue, Free::runs));
  }
}
