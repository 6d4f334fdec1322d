package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Cancels of runs that no longer wait, of which the scheduler must inform the workers. */
@Singleton
public final class RunCancels {

  /** Sorts before each fire id. */
  static final UUID BEFORE_ALL = new UUID(0, 0);

  private static final int BATCH = 500;

  private static final String UNREPORTED =
      """
      cancel_requested_at IS NOT NULL AND ended_at IS NULL
      AND state = 'RUNNING' AND (cancel_told_at IS NULL OR reported_at > cancel_told_at)
      """;

  private static final String RECALLABLE =
      """
      cancel_requested_at IS NOT NULL AND ended_at IS NULL AND state = 'DISPATCHED'
      AND (cancel_told_at IS NULL
           OR clock_timestamp() > cancel_told_at + greatest(interval '5 seconds', cancel_told_at - cancel_requested_at))
      """;

  // Ordered, because an EXISTS may read the whole table if statistics expect many such runs
  private static final String ANY =
      "(SELECT fire_id FROM scheduler.execution WHERE <runs> ORDER BY fire_id LIMIT 1) IS NOT NULL";

  /** Whether there are runs whose workers must be informed. */
  static final String ANY_UNREPORTED = ANY.replace("<runs>", UNREPORTED);

  /** Whether there are runs to recall. */
  static final String ANY_RECALLABLE = ANY.replace("<runs>", RECALLABLE);

  private final Statements statements;
  private final ExecutionStore executions;

  @Inject
  public RunCancels(DataSource dataSource, ExecutionStore executions) {
    this.statements = new Statements(dataSource);
    this.executions = executions;
  }

  /**
   * Asks for the end of a run, in the caller's transaction. A run without a job that waits or was
   * dispatched ends at once.
   *
   * @param login of the request
   * @return the state of the run at the request; empty if there is no such execution
   */
  public Optional<ExecutionState> request(UUID fireId, String login) {
    String sql =
        """
        WITH locked AS MATERIALIZED (
          SELECT fire_id, state FROM scheduler.execution WHERE fire_id = :fire_id FOR UPDATE),
        asked AS (
          UPDATE scheduler.execution e
             SET cancel_requested_at = clock_timestamp(), cancel_requested_by = :login, changed_at = clock_timestamp()
            FROM locked l
           WHERE e.fire_id = l.fire_id AND l.state IN ('DISPATCHED', 'RUNNING') AND e.cancel_requested_at IS NULL)
        SELECT state FROM locked
        """;
    Optional<ExecutionState> found =
        statements.find(
            "cancel run " + fireId,
            new SqlText(sql).set("fire_id", fireId).set("login", login),
            row -> ExecutionState.valueOf(row.getString("state")));
    if (found.equals(Optional.of(ExecutionState.SUBMITTED))) {
      executions.ended(List.of(fireId), Ending.CANCELLED, "cancelled; its job was gone");
    }
    return found;
  }

  /**
   * A run whose message may still wait in its worker queue.
   *
   * @param queue its worker queue
   */
  record Recallable(UUID fireId, String queue) {}

  /**
   * Cancelled runs that no worker has begun. The broker hides a message before it is due, and while
   * a consumer holds it; a recall is tried again after as long as the cancel was old, at least 5 s.
   */
  List<Recallable> recallable() {
    String sql =
        "SELECT fire_id, queue FROM scheduler.execution WHERE "
            + RECALLABLE
            + " ORDER BY fire_id LIMIT :limit";
    return statements.query(
        "look for cancelled runs that nobody has taken",
        new SqlText(sql).set("limit", BATCH),
        row -> new Recallable(Columns.fireId(row), row.getString("queue")));
  }

  /**
   * Ends the run as cancelled if its message still waits in its queue.
   *
   * @param remove removes the message; false if it is not there
   */
  void recall(UUID fireId, BooleanSupplier remove) {
    if (beginRecall(fireId) && remove.getAsBoolean()) {
      executions.ended(List.of(fireId), Ending.CANCELLED, "removed from its worker queue");
    }
  }

  /**
   * Locks a run, and notes that its recall is tried.
   *
   * @return false if its worker has begun, or a report has locked the run
   */
  boolean beginRecall(UUID fireId) {
    String sql =
        """
        WITH locked AS MATERIALIZED (
          SELECT fire_id FROM scheduler.execution WHERE fire_id = :fire_id AND state = 'DISPATCHED' FOR UPDATE SKIP LOCKED)
        UPDATE scheduler.execution e SET cancel_told_at = clock_timestamp() FROM locked l WHERE e.fire_id = l.fire_id
        """;
    return statements.update("recall run " + fireId, new SqlText(sql).set("fire_id", fireId)) == 1;
  }

  /**
   * A page of the runs whose workers were not informed yet, or have reported since then that they
   * continue.
   *
   * @param after the last run of the page before, or {@link #BEFORE_ALL}
   */
  List<UUID> unreported(UUID after) {
    String sql =
        "SELECT fire_id FROM scheduler.execution WHERE "
            + UNREPORTED
            + " AND fire_id > :after ORDER BY fire_id LIMIT :limit";
    return statements.query(
        "query cancelled runs",
        new SqlText(sql).set("after", after).set("limit", BATCH),
        Columns::fireId);
  }

  /** Records the notices. Skips rows that a report has locked, whose workers are informed again. */
  void reported(List<UUID> fireIds) {
    String sql =
        """
        WITH reported AS MATERIALIZED (
          SELECT fire_id FROM scheduler.execution WHERE fire_id = ANY (:fire_ids::uuid[]) FOR UPDATE SKIP LOCKED)
        UPDATE scheduler.execution e SET cancel_told_at = clock_timestamp() FROM reported t WHERE e.fire_id = t.fire_id
        """;
    statements.update(
        "record that the workers of %d runs are informed".formatted(fireIds.size()),
        new SqlText(sql).set("fire_ids", fireIds, UUID::toString));
  }
}
