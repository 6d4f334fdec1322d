package org.goodtiming.scheduler.execution.rerun;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.Transitions;
import org.goodtiming.scheduler.job.JobEvents;
import org.goodtiming.scheduler.job.RunLimit;
import org.goodtiming.scheduler.job.run.JobCopies;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Registers a job with the input of an ended run, in the caller's transaction. */
@Singleton
public final class RerunStore {

  private static final String PURPOSE = "run an ended run again";

  // The key of a schedule belongs to its next run, so a run of a schedule gets another job id,
  // as if it were sent again. A run that was never dispatched has no planned_run.
  private static final String SUBMIT =
      """
      WITH source AS MATERIALIZED (
        SELECT e.fire_id, e.queue, e.job_id, e.batch, i.job, moment.now,
               coalesce(e.planned_run, nullif(i.job -> 'recovers', 'null')) AS planned,
               CASE WHEN e.planned_run IS NULL AND i.job ->> 'recovers' IS NULL AND i.job ->> 'planned_at' IS NULL THEN e.job_id
                    ELSE scheduler.recovery_id(e.job_id, e.fire_id) END AS waiting_id
          FROM scheduler.execution e JOIN scheduler.execution_input i USING (fire_id)
               CROSS JOIN (SELECT clock_timestamp() AS now) moment
         WHERE e.fire_id = :source::uuid),
      copy AS (
        SELECT s.job, s.waiting_id, s.now AS due_at, s.now AS starts_at, s.planned || jsonb_build_object('jobId', s.job_id) AS recovers,
               <new run> || jsonb_build_object('registered_by', :login::text, 'tracked', true, 'expires_at', NULL) AS changes
          FROM source s
         WHERE NOT EXISTS (SELECT FROM scheduler.tombstone t
                            WHERE t.queue = s.queue AND t.job_id IN (s.job_id, s.waiting_id) AND t.cancelled_at > s.now)),
      waiting AS (
        <insert>
        ON CONFLICT (queue, job_id) DO NOTHING
        RETURNING j.*),
      input AS (
        INSERT INTO scheduler.execution_input (fire_id, job) SELECT w.fire_id, to_jsonb(w) FROM waiting w),
      submitted AS (
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, registered_by, due_at, run_again_of, run_limit, overdue_at,
                                         batch)
        SELECT w.fire_id, w.queue, coalesce(w.recovers ->> 'jobId', w.job_id), 'SUBMITTED', :node, w.registered_by, w.due_at, s.fire_id,
               l.run_limit, w.due_at + l.run_limit, s.batch
          FROM waiting w CROSS JOIN source s CROSS JOIN LATERAL (SELECT <run limit> AS run_limit) l
        RETURNING fire_id, queue, job_id, attempt, NULL AS old_state, state, node, message),
      former AS (
        UPDATE scheduler.execution e SET batch = NULL FROM submitted b WHERE e.fire_id = :source::uuid AND e.batch IS NOT NULL),
      <transitions>,
      entry AS (
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        SELECT 'registered', count(*) FROM waiting HAVING count(*) > 0),
      <events>
      SELECT queue, job_id FROM submitted
      """
          .replace("<new run>", JobCopies.newRun(":fire_id::uuid", "s.now"))
          .replace("<insert>", JobCopies.insert("copy"))
          .replace("<run limit>", RunLimit.sql("w"))
          .replace("<transitions>", Transitions.logged("submitted"))
          .replace("<events>", JobEvents.ofRegistered("waiting"));

  private final Statements statements;
  private final String node;

  @Inject
  public RerunStore(DataSource dataSource, @NodeName String node) {
    statements = Statements.forClients(dataSource);
    this.node = node;
  }

  /**
   * A run as it was found.
   *
   * @param key of its job or schedule
   * @param isMember whether it counts in a job batch
   */
  public record Source(
      UUID fireId, JobKey key, ExecutionState state, boolean isMember, boolean hasInput) {

    private static Source of(ResultSet row) throws SQLException {
      return new Source(
          UUID.fromString(row.getString("fire_id")),
          new JobKey(row.getString("queue"), row.getString("job_id")),
          ExecutionState.valueOf(row.getString("state")),
          row.getBoolean("is_member"),
          row.getBoolean("has_input"));
    }

    /** A batch counts a member that was too late as failed, as one that can be mended. */
    public boolean canRunAgain() {
      return state.canRunAgain() || isMember && state.isFinal();
    }
  }

  /**
   * Locks the run, so that until the end of this transaction no other transaction prunes it or runs
   * it again.
   */
  public Optional<Source> lock(UUID fireId) {
    SqlText sql =
        new SqlText(
                """
                SELECT e.fire_id, e.queue, e.job_id, e.state, e.batch IS NOT NULL AS is_member,
                       EXISTS (SELECT FROM scheduler.execution_input i WHERE i.fire_id = e.fire_id) AS has_input
                  FROM scheduler.execution e WHERE e.fire_id = :fire_id::uuid FOR UPDATE OF e
                """)
            .set("fire_id", fireId);
    return statements.find(PURPOSE, sql, Source::of);
  }

  /**
   * Stores the new run; it is due.
   *
   * @param source a run with input
   * @return the key of its job or schedule; empty if a job waits under its key
   */
  public Optional<JobKey> submit(UUID source, UUID fireId, String login) {
    SqlText sql =
        new SqlText(SUBMIT)
            .set("source", source)
            .set("fire_id", fireId)
            .set("login", login)
            .set("node", node);
    return statements.find(
        PURPOSE, sql, row -> new JobKey(row.getString("queue"), row.getString("job_id")));
  }
}
