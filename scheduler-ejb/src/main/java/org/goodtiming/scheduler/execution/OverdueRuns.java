package org.goodtiming.scheduler.execution;

import static org.goodtiming.scheduler.execution.ExecutionStore.fireIds;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.execution.RunRetries.Failure;
import org.goodtiming.scheduler.job.StoreException;

/** Runs that have not ended within their limit: they are tried again, or end as errors. */
public final class OverdueRuns {

  private static final int BATCH = 500;

  private final DataSource dataSource;
  private final RunRecovery recovery;
  private final RunRetries retries;

  OverdueRuns(DataSource dataSource, String node) {
    this.dataSource = dataSource;
    this.recovery = new RunRecovery(dataSource, node);
    this.retries = RunRetries.of(dataSource, node);
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
       WHERE %s AND e.state IN ('DISPATCHED', 'RUNNING') ORDER BY e.overdue_at LIMIT ?
      """
          .formatted(RunRecovery.OVERDUE);

  /** The oldest ones. */
  List<UUID> find() {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(FIND)) {
      select.setInt(1, BATCH);
      return fireIds(select);
    } catch (SQLException e) {
      throw new StoreException("search for runs beyond their limit", e);
    }
  }

  /**
   * Locks the run.
   *
   * @return empty if it has ended meanwhile, or a report has locked it
   */
  List<OverdueRun> lock(UUID fireId) {
    String sql =
        """
        SELECT e.queue, e.state, extract(epoch FROM e.run_limit)::bigint AS limit_seconds FROM scheduler.execution e
         WHERE e.fire_id = ?::uuid AND %s AND e.state IN ('DISPATCHED', 'RUNNING') FOR UPDATE SKIP LOCKED
        """
            .formatted(RunRecovery.OVERDUE);
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, fireId.toString());
      List<OverdueRun> locked = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          boolean begun = ExecutionState.valueOf(row.getString("state")) == ExecutionState.RUNNING;
          locked.add(
              new OverdueRun(
                  fireId,
                  row.getString("queue"),
                  begun,
                  Duration.ofSeconds(row.getLong("limit_seconds"))));
        }
      }
      return locked;
    } catch (SQLException e) {
      throw new StoreException("lock run " + fireId, e);
    }
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

  /** One of the two is empty. */
  record Result(List<RunRetry> retried, List<RunChange> ended) {}
}
