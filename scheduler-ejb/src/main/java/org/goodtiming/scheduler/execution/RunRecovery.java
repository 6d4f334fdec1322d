package org.goodtiming.scheduler.execution;

import static org.goodtiming.scheduler.execution.ExecutionStore.fireIds;
import static org.goodtiming.scheduler.execution.ExecutionStore.predecessors;
import static org.goodtiming.scheduler.execution.ExecutionStore.uuids;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;

/**
 * Sends runs again whose workers are silent or have returned them: the job waits again under its
 * fire id, as a further attempt. The token of the former attempt becomes invalid.
 *
 * <p>Each method is one statement, so it is atomic even without a transaction.
 */
final class RunRecovery {

  private final DataSource dataSource;
  private final String node;

  RunRecovery(DataSource dataSource, String node) {
    this.dataSource = dataSource;
    this.node = node;
  }

  // A job that waits under the same key stays; the run can wait only after that job is dispatched.
  // The key of a schedule belongs to its next run, so a run of a schedule gets another job id.
  // Columns of table job that are younger than the stored row get null, so they must allow it.
  private static final String SEND_AGAIN =
      """
      WITH lost AS MATERIALIZED (
        SELECT e.fire_id, e.job_id, e.due_at, e.planned_run, e.state AS old_state, e.attempt + 1 AS next
          FROM unnest(?::uuid[], ?::bytea[]) AS m (fire_id, token_hash) JOIN scheduler.execution e USING (fire_id)
         WHERE e.state = ANY (?::text[]) AND e.cancel_requested_at IS NULL AND %s FOR UPDATE OF e),
      waiting AS (
        INSERT INTO scheduler.job AS j OVERRIDING SYSTEM VALUE
        SELECT r.*
          FROM lost l JOIN scheduler.execution_input i USING (fire_id)
               CROSS JOIN LATERAL jsonb_populate_record(NULL::scheduler.job, i.job || jsonb_build_object(
                 'id', nextval('scheduler.job_id_seq'), 'run_attempt', l.next, 'due_at', l.due_at, 'eligible_at', clock_timestamp(),
                 'job_id', CASE WHEN l.planned_run IS NULL THEN l.job_id ELSE scheduler.recovery_id(l.job_id, l.fire_id) END,
                 'recovers', l.planned_run || jsonb_build_object('jobId', l.job_id),
                 'expires_at', NULL, 'attempts', 0, 'last_error', NULL, 'planned_at', NULL,
                 'held_at', NULL, 'held_by', NULL)) AS r
        ON CONFLICT (queue, job_id) DO NOTHING
        RETURNING j.fire_id),
      moved AS (
        UPDATE scheduler.execution e
           SET state = 'SUBMITTED', attempt = l.next, max_attempts = e.max_attempts + ?, message = ?, node = ?,
               progress = NULL, token_hash = NULL, heartbeat_until = NULL, changed_at = clock_timestamp()
          FROM lost l JOIN waiting w USING (fire_id)
         WHERE e.fire_id = l.fire_id
        RETURNING e.fire_id, e.attempt, l.old_state, e.state, e.node, e.message),
      logged AS (
        INSERT INTO scheduler.execution_transition (fire_id, attempt, old_state, new_state, node, message)
        SELECT fire_id, attempt, old_state, state, node, message FROM moved),
      entry AS (
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        SELECT 'dispatched', -count(*) FROM moved HAVING count(*) > 0)
      SELECT fire_id FROM moved
      """;

  // attempt is a smallint: a run that is returned for ever must not stop the processing of reports
  private static final String SHOWS_TOKEN = "e.token_hash = m.token_hash AND e.attempt < 32000";

  private static final String SILENT = "e.heartbeat_until <= clock_timestamp()";

  /**
   * Runs that their workers have returned; this uses up no attempt.
   *
   * @return those that wait again
   */
  Set<UUID> handedBack(List<Report> reports) {
    List<UUID> fireIds = reports.stream().map(Report::fireId).toList();
    return sendAgain(SHOWS_TOKEN, fireIds, hashes(reports), 1, "returned by its worker");
  }

  /**
   * Runs without a heartbeat, unless it has arrived in the meantime.
   *
   * @return those that wait again
   */
  Set<UUID> sendAgain(List<UUID> fireIds) {
    return sendAgain(
        SILENT,
        fireIds,
        new byte[fireIds.size()][],
        0,
        "SCHED-0812 no heartbeat of the worker: the run is sent again");
  }

  private Set<UUID> sendAgain(
      String condition, List<UUID> fireIds, byte[][] hashes, int furtherAttempts, String why) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement update = connection.prepareStatement(SEND_AGAIN.formatted(condition))) {
      update.setArray(1, uuids(connection, fireIds));
      update.setArray(2, connection.createArrayOf("bytea", hashes));
      update.setArray(3, predecessors(connection, ExecutionState.SUBMITTED));
      update.setInt(4, furtherAttempts);
      update.setString(5, why);
      update.setString(6, node);
      return Set.copyOf(fireIds(update));
    } catch (SQLException e) {
      throw new StoreException("send %d runs again".formatted(fireIds.size()), e);
    }
  }

  /** Ends runs without a heartbeat, unless it has arrived in the meantime. */
  List<RunChange> giveUp(List<UUID> fireIds, String why) {
    return end(
        SILENT,
        fireIds,
        new byte[fireIds.size()][],
        why,
        "cancelled; the worker sent no heartbeat");
  }

  /** Ends runs that their workers have returned after a cancel. */
  Set<UUID> cancelReturned(List<Report> reports) {
    return end(
            SHOWS_TOKEN + " AND e.cancel_requested_at IS NOT NULL",
            reports.stream().map(Report::fireId).toList(),
            hashes(reports),
            "returned by its worker",
            "cancelled; returned by its worker")
        .stream()
        .map(RunChange::fireId)
        .collect(Collectors.toSet());
  }

  private List<RunChange> end(
      String condition, List<UUID> fireIds, byte[][] hashes, String error, String cancelled) {
    String sql =
        """
        WITH lost AS MATERIALIZED (
          SELECT e.fire_id, e.state AS old_state
            FROM unnest(?::uuid[], ?::bytea[]) AS m (fire_id, token_hash) JOIN scheduler.execution e USING (fire_id)
           WHERE e.state = ANY (?::text[]) AND %s FOR UPDATE OF e),
        moved AS (
          UPDATE scheduler.execution e
             SET state = CASE WHEN e.cancel_requested_at IS NULL THEN 'ERROR' ELSE 'CANCELLED' END,
                 message = CASE WHEN e.cancel_requested_at IS NULL THEN ? ELSE ? END,
                 node = ?, heartbeat_until = NULL, ended_at = clock_timestamp(), changed_at = clock_timestamp()
            FROM lost l
           WHERE e.fire_id = l.fire_id
          RETURNING e.fire_id, e.queue, e.attempt, l.old_state, e.state, e.node, e.message, %s),
        logged AS (
          INSERT INTO scheduler.execution_transition (fire_id, attempt, old_state, new_state, node, message)
          SELECT fire_id, attempt, old_state, state, node, message FROM moved)
        SELECT fire_id, queue, state, micros FROM moved
        """
            .formatted(condition, RunChange.MICROS);
    try (Connection connection = dataSource.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      update.setArray(1, uuids(connection, fireIds));
      update.setArray(2, connection.createArrayOf("bytea", hashes));
      update.setArray(3, predecessors(connection, ExecutionState.ERROR));
      update.setString(4, error);
      update.setString(5, cancelled);
      update.setString(6, node);
      return RunChange.read(update);
    } catch (SQLException e) {
      throw new StoreException("end %d runs".formatted(fireIds.size()), e);
    }
  }

  private static byte[][] hashes(List<Report> reports) {
    return reports.stream()
        .map(report -> ExecutionStore.hash(report.token()))
        .toArray(byte[][]::new);
  }
}
