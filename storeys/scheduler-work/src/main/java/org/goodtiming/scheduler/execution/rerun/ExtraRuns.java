package org.goodtiming.scheduler.execution.rerun;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.execution.Transitions;
import org.goodtiming.scheduler.job.JobEvents;
import org.goodtiming.scheduler.job.RunLimit;
import org.goodtiming.scheduler.job.run.JobCopies;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Stores runs that an operator adds to a schedule, in the caller's transaction. They wait beside
 * the planned run, as runs that are sent again do (docs/adr/0049).
 */
public final class ExtraRuns {

  // The number 0 marks a run that the schedule has not planned
  private static final String SUBMIT =
      """
      WITH copy AS MATERIALIZED (
        SELECT to_jsonb(j) AS job, scheduler.recovery_id(j.job_id, n.fire_id) AS waiting_id, n.due_at, n.due_at AS starts_at,
               jsonb_strip_nulls(jsonb_build_object('jobId', j.job_id, 'number', 0, 'plannedAt', <planned>,
                                                    'previousAt', <previous>, 'nextAt', <next>, 'late', :late::text)) AS recovers,
               <new run> AS changes
          FROM scheduler.job j JOIN scheduler.schedule s USING (queue, job_id)
               CROSS JOIN (SELECT r.fire_id, r.planned_at, r.previous_at, r.next_at, coalesce(r.due_at, m.now) AS due_at, m.now
                             FROM unnest(:fire_ids::uuid[], :planned_at::timestamptz[], :previous_at::timestamptz[],
                                         :next_at::timestamptz[], :due_at::timestamptz[])
                                  AS r (fire_id, planned_at, previous_at, next_at, due_at)
                                  CROSS JOIN (SELECT clock_timestamp() AS now) m) n
         WHERE j.id = :planned),
      waiting AS (
        <insert>
        RETURNING j.*),
      input AS (
        INSERT INTO scheduler.execution_input (fire_id, job) SELECT w.fire_id, to_jsonb(w) FROM waiting w WHERE w.tracked),
      submitted AS (
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, registered_by, due_at, run_limit, overdue_at)
        SELECT w.fire_id, w.queue, w.recovers ->> 'jobId', 'SUBMITTED', :node, w.registered_by, w.due_at, l.run_limit,
               w.due_at + l.run_limit
          FROM waiting w CROSS JOIN LATERAL (SELECT <run limit> AS run_limit) l WHERE w.tracked
        RETURNING fire_id, attempt, NULL AS old_state, state, node, :message AS message),
      <transitions>,
      entry AS (
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        SELECT 'registered', count(*) FROM waiting HAVING count(*) > 0),
      <events>
      SELECT fire_id FROM waiting
      """
          .replace("<planned>", millis("coalesce(n.planned_at, n.now)"))
          .replace(
              "<previous>",
              millis(
                  // A skipped run has passed, but its time may be still to come
                  "CASE WHEN n.planned_at IS NOT NULL THEN n.previous_at WHEN s.passed_at <= n.now THEN s.passed_at ELSE s.last_planned_at END"))
          .replace(
              "<next>",
              millis("CASE WHEN n.planned_at IS NULL THEN s.next_planned_at ELSE n.next_at END"))
          .replace("<new run>", JobCopies.newRun("n.fire_id", "n.now"))
          .replace("<insert>", JobCopies.insert("copy"))
          .replace("<run limit>", RunLimit.sql("w"))
          .replace("<transitions>", Transitions.logged("submitted"))
          .replace("<events>", JobEvents.ofRegistered("waiting"));

  /** Each row is a copy of the input. */
  private static final int PORTION = 500;

  private final Statements statements;
  private final String node;

  public ExtraRuns(DataSource dataSource, String node) {
    statements = Statements.forClients(dataSource);
    this.node = node;
  }

  /**
   * Stores a run with the input of the planned run; it is due.
   *
   * @param planned row of the planned run
   */
  public UUID submit(long planned, String login) {
    Added run = new Added(UUID.randomUUID(), null, null, null, null);
    submit(planned, List.of(run), null, "run-now by " + login);
    return run.fireId();
  }

  /**
   * A run that is added.
   *
   * @param plannedAt null: when it is added
   * @param previousAt planned time before that; null if there is none, or without a planned time
   * @param nextAt planned time after that; null if there is none, or without a planned time
   * @param dueAt null: when it is added
   */
  public record Added(
      UUID fireId,
      @Nullable Instant plannedAt,
      @Nullable Instant previousAt,
      @Nullable Instant nextAt,
      @Nullable Instant dueAt) {}

  /**
   * Stores runs with the input of the planned run for planned times that have passed.
   *
   * @param planned row of the planned run
   */
  public void backfill(long planned, List<Added> runs, String login) {
    for (int first = 0; first < runs.size(); first += PORTION) {
      submit(
          planned,
          runs.subList(first, Math.min(first + PORTION, runs.size())),
          WireContract.LATE_BACKFILL,
          "backfill by " + login);
    }
  }

  private void submit(long planned, List<Added> runs, @Nullable String late, String message) {
    SqlText sql =
        new SqlText(SUBMIT)
            .set("fire_ids", runs, Added::fireId)
            .set("planned_at", runs, Added::plannedAt)
            .set("previous_at", runs, Added::previousAt)
            .set("next_at", runs, Added::nextAt)
            .set("due_at", runs, Added::dueAt)
            .set("late", late)
            .set("planned", planned)
            .set("node", node)
            .set("message", message);
    statements.query("add runs to a schedule", sql, row -> row.getString("fire_id"));
  }

  private static String millis(String column) {
    return "floor(extract(epoch FROM " + column + ") * 1000)::bigint";
  }
}
