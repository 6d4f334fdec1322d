package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Runs that are finished when the broker has acknowledged their messages, as their queues say. */
@Singleton
final class AcknowledgedRuns {

  /** Maximum number of runs in a page. */
  static final int PAGE = 1_000;

  /** Sorts before each fire id. */
  static final UUID BEGINNING = new UUID(0, 0);

  private final Statements statements;
  private final UnendedRuns unended;
  private final String node;

  @Inject
  AcknowledgedRuns(DataSource dataSource, @NodeName String node) {
    this.statements = new Statements(dataSource);
    this.unended = new UnendedRuns(dataSource);
    this.node = node;
  }

  /** A delivery of a run: each attempt has one. */
  record Delivery(UUID fireId, int attempt) {}

  static final String QUEUES =
      """
      SELECT DISTINCT e.queue FROM scheduler.execution e JOIN scheduler.worker_queue q ON q.name = e.queue
       WHERE e.awaits_acknowledgement AND e.state = 'DISPATCHED' AND q.finished_when_acknowledged
      """;

  /** Whether there are such queues, or runs that no acknowledgement ends. */
  static final String ANY =
      "EXISTS (" + QUEUES + ") OR (SELECT min(id) FROM scheduler.unended_run) IS NOT NULL";

  /** The queues with runs that were dispatched, and on which no worker has reported. */
  List<String> queues() {
    return statements.query(
        "search for runs whose acknowledgement ends them",
        new SqlText(QUEUES),
        row -> row.getString("queue"));
  }

  /**
   * Reads a page of the runs of a queue that committed transactions have dispatched, in the order
   * of fire ids.
   *
   * @param after the last fire id of the page before, or {@link #BEGINNING}
   */
  List<Delivery> dispatched(String queue, UUID after) {
    String sql =
        """
        SELECT e.fire_id, e.attempt FROM scheduler.execution e
         WHERE e.queue = :queue AND e.awaits_acknowledgement AND e.state = 'DISPATCHED' AND e.fire_id > :after::uuid
         ORDER BY e.fire_id LIMIT :limit
        """;
    return statements.query(
        "read the dispatched runs of queue " + queue,
        new SqlText(sql).set("queue", queue).set("after", after).set("limit", PAGE),
        row -> new Delivery(Columns.fireId(row), row.getInt("attempt")));
  }

  /**
   * Stops the wait for acknowledgements of runs whose failure is known only to {@link UnendedRuns}.
   */
  void stopWaitingForUnended() {
    unended.stopWaiting();
  }

  /**
   * Ends the runs, unless something has happened to them since their dispatch. A run whose row is
   * locked is left for the next look: a dead letter, a report or a cancel is about to change it.
   *
   * @param deliveries whose messages the broker no longer holds, in any queue
   * @return those that have ended
   */
  List<RunChange> finish(List<Delivery> deliveries) {
    // A transaction that adds a row took its message from a queue in which the broker holds none
    // any more
    return unended.areBeingAdded() ? List.of() : finishUnlessUnended(deliveries);
  }

  private List<RunChange> finishUnlessUnended(List<Delivery> deliveries) {
    String sql =
        """
        WITH settled AS MATERIALIZED (
          SELECT e.fire_id, e.state AS old_state
            FROM unnest(:fire_ids::uuid[], :attempts::smallint[]) AS m (fire_id, attempt)
                 JOIN scheduler.execution e USING (fire_id, attempt)
           WHERE e.state = 'DISPATCHED'
             AND NOT EXISTS (SELECT FROM scheduler.unended_run u WHERE u.fire_id = e.fire_id)
             FOR UPDATE OF e SKIP LOCKED),
        moved AS (
          UPDATE scheduler.execution e
             SET state = 'FINISHED', message = 'the broker has acknowledged its message', node = :node,
                 awaits_acknowledgement = false, ended_at = clock_timestamp(), changed_at = clock_timestamp()
            FROM settled l
           WHERE e.fire_id = l.fire_id
          RETURNING e.fire_id, e.queue, e.job_id, e.due_at, e.attempt, l.old_state, e.state, e.node, e.message, <micros>),
        <transitions>
        SELECT fire_id, queue, state, micros FROM moved
        """
            .replace("<micros>", RunChange.MICROS)
            .replace("<transitions>", Transitions.andEvents("moved"));
    return statements.query(
        "finish %d acknowledged runs".formatted(deliveries.size()),
        new SqlText(sql)
            .set("fire_ids", deliveries, Delivery::fireId)
            .set("attempts", deliveries, Delivery::attempt)
            .set("node", node),
        RunChange::of);
  }
}
