package org.goodtiming.scheduler.execution.rerun;

import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.execution.Transitions;
import org.goodtiming.scheduler.job.JobEvents;
import org.goodtiming.scheduler.job.RunLimit;
import org.goodtiming.scheduler.job.run.JobCopies;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Stores runs that an operator adds to a schedule, in the caller's transaction. They wait beside
 * the planned run, as runs that are sent again do (docs/adr/0049).
 */
public final class ExtraRuns {

  // The number 0 marks a run that the schedule has not planned
  private static final String SUBMIT =
      """
      WITH copy AS MATERIALIZED (
        SELECT to_jsonb(j) AS job, scheduler.recovery_id(j.job_id, n.fire_id) AS waiting_id, n.now AS due_at, n.now AS starts_at,
               jsonb_strip_nulls(jsonb_build_object('jobId', j.job_id, 'number', 0, 'plannedAt', <now>,
                                                    'previousAt', <passed>, 'nextAt', <next>)) AS recovers,
               <new run> AS changes
          FROM scheduler.job j JOIN scheduler.schedule s USING (queue, job_id)
               CROSS JOIN (SELECT :fire_id::uuid AS fire_id, clock_timestamp() AS now) n
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
          .replace("<now>", millis("n.now"))
          .replace(
              "<passed>",
              millis(
                  // A skipped run has passed, but its time may be still to come
                  "CASE WHEN s.passed_at <= n.now THEN s.passed_at ELSE s.last_planned_at END"))
          .replace("<next>", millis("s.next_planned_at"))
          .replace("<new run>", JobCopies.newRun("n.fire_id", "n.now"))
          .replace("<insert>", JobCopies.insert("copy"))
          .replace("<run limit>", RunLimit.sql("w"))
          .replace("<transitions>", Transitions.logged("submitted"))
          .replace("<events>", JobEvents.ofRegistered("waiting"));

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
    SqlText sql =
        new SqlText(SUBMIT)
            .set("fire_id", UUID.randomUUID())
            .set("planned", planned)
            .set("node", node)
            .set("message", "run-now by " + login);
    return statements
        .query("add a run to a schedule", sql, row -> UUID.fromString(row.getString("fire_id")))
        .get(0);
  }

  private static String millis(String column) {
    return "floor(extract(epoch FROM " + column + ") * 1000)::bigint";
  }
}
