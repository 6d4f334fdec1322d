package org.goodtiming.scheduler.execution;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.run.JobCopies;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Sends runs again whose workers are silent or have returned them: the job waits again under its
 * fire id, as a further attempt. The token of the former attempt becomes invalid.
 *
 * <p>Each method is a single statement and therefore atomic even without a transaction.
 */
final class RunRecovery {

  /**
   * A run that is to be sent again.
   *
   * @param tokenHash of the attempt that has failed; null if it does not matter
   * @param cost of the attempt that has ended
   * @param why is the message of the run meanwhile
   * @param worked how long the worker had worked, if it did not report its start
   */
  record Again(
      UUID fireId,
      byte @Nullable [] tokenHash,
      Duration delay,
      Cost cost,
      String why,
      Duration worked) {

    Again(UUID fireId, byte @Nullable [] tokenHash, Cost cost, String why) {
      this(fireId, tokenHash, Duration.ZERO, cost, why, Duration.ZERO);
    }
  }

  /** The cost of an ended attempt for its run. */
  enum Cost {
    /** The run uses up an attempt. */
    ATTEMPT,
    /** The run uses up a postponement. */
    POSTPONEMENT,
    NOTHING
  }

  private final Statements statements;
  private final String node;

  RunRecovery(DataSource dataSource, String node) {
    this.statements = new Statements(dataSource);
    this.node = node;
  }

  // A job that waits under the same key stays; the run can wait only after that job is dispatched.
  // The key of a schedule belongs to its next run, so a run of a schedule gets another job id.
  private static final String SEND_AGAIN =
      """
      WITH lost AS MATERIALIZED (
        SELECT e.fire_id, e.job_id, e.due_at, e.planned_run, e.state AS old_state, e.attempt + 1 AS next, m.delay, m.cost, m.why,
               m.worked, n.checkpoint
          FROM unnest(:fire_ids::uuid[], :token_hashes::bytea[], :delays::interval[], :costs::text[], :whys::text[],
                      :worked::interval[]) AS m (fire_id, token_hash, delay, cost, why, worked)
               JOIN scheduler.execution e USING (fire_id) LEFT JOIN scheduler.execution_note n USING (fire_id)
         WHERE e.state = ANY (:old_states::text[]) AND e.cancel_requested_at IS NULL AND <condition> FOR UPDATE OF e),
      copy AS (
        SELECT i.job, l.due_at, clock_timestamp() + l.delay AS starts_at,
               CASE WHEN l.planned_run IS NULL THEN l.job_id ELSE scheduler.recovery_id(l.job_id, l.fire_id) END AS waiting_id,
               l.planned_run || jsonb_build_object('jobId', l.job_id) AS recovers,
               jsonb_build_object('run_attempt', l.next, 'expires_at', NULL, 'last_error', CASE WHEN l.cost <> 'NOTHING' THEN l.why END,
                                  'checkpoint', l.checkpoint) AS changes
          FROM lost l JOIN scheduler.execution_input i USING (fire_id)),
      waiting AS (
        <insert>
        ON CONFLICT (queue, job_id) DO NOTHING
        RETURNING j.fire_id),
      moved AS (
        UPDATE scheduler.execution e
           SET state = 'SUBMITTED', attempt = l.next, retries = e.retries + (l.cost = 'ATTEMPT')::int,
               postponed = e.postponed + (l.cost = 'POSTPONEMENT')::int,
               max_attempts = least(32767, e.max_attempts + (l.cost <> 'ATTEMPT')::int), message = l.why, node = :node,
               dispatched_at = NULL, started_at = NULL,
               earlier_work = e.earlier_work
                 + CASE WHEN l.old_state = 'RUNNING' THEN greatest(clock_timestamp() - e.started_at, interval '0') ELSE l.worked END,
               progress = NULL, token_hash = NULL, heartbeat_until = NULL, awaits_acknowledgement = false,
               is_limited = false, share_key = NULL, changed_at = clock_timestamp()
          FROM lost l JOIN waiting w USING (fire_id)
         WHERE e.fire_id = l.fire_id
        RETURNING e.fire_id, e.queue, e.job_id, e.due_at, e.attempt, l.old_state, e.state, e.node, e.message),
      <transitions>,
      entry AS (
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        SELECT 'dispatched', -count(*) FROM moved HAVING count(*) > 0)
      SELECT fire_id FROM moved
      """
          .replace("<insert>", JobCopies.insert("copy"))
          .replace("<transitions>", Transitions.andEvents("moved"));

  // attempt is a smallint: a run that is returned for ever must not stop the processing of reports
  private static final String SHOWS_TOKEN = "e.token_hash = m.token_hash AND e.attempt < 32000";

  private static final String SILENT = "e.heartbeat_until <= clock_timestamp()";

  static final String OVERDUE =
      "e.ended_at IS NULL AND e.overdue_at <= (SELECT clock_timestamp()) AND e.dispatched_at + e.run_limit <= (SELECT clock_timestamp())";

  private static final String FAILED = "(m.token_hash IS NULL OR " + SHOWS_TOKEN + ")";

  /**
   * Runs that their workers have returned; this uses up no attempt.
   *
   * @return those that wait again
   */
  Set<UUID> handedBack(List<Report> reports) {
    return sendAgain(
        SHOWS_TOKEN,
        reports.stream()
            .map(
                report ->
                    new Again(
                        report.fireId(),
                        ExecutionStore.hash(report.token()),
                        Cost.NOTHING,
                        "returned by its worker"))
            .toList());
  }

  /**
   * Runs that have failed and are tried again by their policy, or that their workers postpone.
   *
   * @return those that wait again; the others were cancelled, or another job waits under their key
   */
  Set<UUID> retry(List<Again> failed) {
    return sendAgain(FAILED, failed);
  }

  /**
   * Runs without a heartbeat, unless it has arrived in the meantime.
   *
   * @return those that wait again
   */
  Set<UUID> sendAgain(List<UUID> fireIds) {
    String why = "SCHED-0812 no heartbeat of the worker: the run is sent again";
    return sendAgain(
        SILENT,
        fireIds.stream().map(fireId -> new Again(fireId, null, Cost.ATTEMPT, why)).toList());
  }

  private Set<UUID> sendAgain(String condition, List<Again> runs) {
    SqlText sql =
        new SqlText(SEND_AGAIN.replace("<condition>", condition))
            .set("fire_ids", runs, Again::fireId)
            .set("token_hashes", runs, Again::tokenHash)
            .set("delays", runs, Again::delay)
            .set("costs", runs, Again::cost)
            .set("whys", runs, Again::why)
            .set("worked", runs, Again::worked)
            .set("old_states", ExecutionState.SUBMITTED.predecessors(), ExecutionState::name)
            .set("node", node);
    return Set.copyOf(
        statements.query("send %d runs again".formatted(runs.size()), sql, Columns::fireId));
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

  /** Ends runs that have taken too long. */
  List<RunChange> endOverdue(List<UUID> fireIds, String why) {
    return end(OVERDUE, fireIds, new byte[fireIds.size()][], why, "cancelled; " + why);
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
            FROM unnest(:fire_ids::uuid[], :token_hashes::bytea[]) AS m (fire_id, token_hash) JOIN scheduler.execution e USING (fire_id)
           WHERE e.state = ANY (:old_states::text[]) AND <condition> FOR UPDATE OF e),
        moved AS (
          UPDATE scheduler.execution e
             SET state = CASE WHEN e.cancel_requested_at IS NULL THEN 'ERROR' ELSE 'CANCELLED' END,
                 message = CASE WHEN e.cancel_requested_at IS NULL THEN :error ELSE :cancelled END,
                 node = :node, heartbeat_until = NULL, awaits_acknowledgement = false, ended_at = clock_timestamp(),
                 changed_at = clock_timestamp()
            FROM lost l
           WHERE e.fire_id = l.fire_id
          RETURNING e.fire_id, e.queue, e.job_id, e.due_at, e.attempt, l.old_state, e.state, e.node, e.message, <micros>),
        <transitions>
        SELECT fire_id, queue, state, micros FROM moved
        """
            .replace("<condition>", condition)
            .replace("<micros>", RunChange.MICROS)
            .replace("<transitions>", Transitions.andEvents("moved"));
    SqlText end =
        new SqlText(sql)
            .set("fire_ids", fireIds, UUID::toString)
            .set("token_hashes", Arrays.asList(hashes), hash -> hash)
            .set("old_states", ExecutionState.ERROR.predecessors(), ExecutionState::name)
            .set("error", error)
            .set("cancelled", cancelled)
            .set("node", node);
    return statements.query("end %d runs".formatted(fireIds.size()), end, RunChange::of);
  }

  private static byte[][] hashes(List<Report> reports) {
    return reports.stream()
        .map(report -> ExecutionStore.hash(report.token()))
        .toArray(byte[][]::new);
  }
}
