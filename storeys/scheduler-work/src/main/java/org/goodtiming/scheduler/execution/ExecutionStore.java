package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.encryption.Sha256;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.PlannedRunJson;
import org.goodtiming.scheduler.job.RunLimit;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Writes executions and their transitions, in the caller's transaction. */
@Singleton
public final class ExecutionStore implements TrackedJobs {

  private final Statements statements;
  private final UnendedRuns unended;
  private final String node;

  @Inject
  public ExecutionStore(DataSource dataSource, @NodeName String node) {
    this.statements = new Statements(dataSource);
    this.unended = new UnendedRuns(dataSource);
    this.node = node;
  }

  private static final String SUBMIT =
      """
      WITH waiting AS MATERIALIZED (
        <waiting>),
      input AS (
        INSERT INTO scheduler.execution_input (fire_id, job) SELECT w.fire_id, to_jsonb(w) FROM waiting w),
      submitted AS (
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, registered_by, due_at, uncounted, run_limit, overdue_at,
                                         batch, awaits_acknowledgement)
        SELECT w.fire_id, w.queue, coalesce(w.recovers ->> 'jobId', w.job_id), 'SUBMITTED', :node, w.registered_by, w.due_at, <uncounted>,
               l.run_limit, w.due_at + l.run_limit, <batch>, <awaits>
          FROM waiting w CROSS JOIN LATERAL (SELECT <run limit> AS run_limit) l
        RETURNING fire_id, attempt, NULL AS old_state, state, node, message)
      <transitions>
      """
          .replace("<run limit>", RunLimit.sql("w"))
          .replace("<transitions>", Transitions.of("submitted"));

  @Override
  public void submitted(Collection<JobKey> waiting) {
    String sql =
        SUBMIT
            .replace(
                "<waiting>",
                "SELECT j.* FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id) JOIN scheduler.job j USING (queue, job_id)")
            .replace("<uncounted>", "w.planned_at IS NOT NULL")
            .replace("<batch>", "NULL")
            .replace("<awaits>", "false");
    statements.update(
        "store executions of %d jobs".formatted(waiting.size()),
        new SqlText(sql).setKeys(waiting).set("node", node));
  }

  @Override
  public void submitted(Map<JobKey, String> batches) {
    String sql =
        SUBMIT
            .replace(
                "<waiting>",
                """
                SELECT j.*, k.batch
                  FROM unnest(:queues::text[], :job_ids::text[], :batches::text[]) AS k (queue, job_id, batch)
                       JOIN scheduler.job j USING (queue, job_id)),
                former AS (
                  UPDATE scheduler.execution e SET batch = NULL FROM waiting w
                   WHERE e.queue = w.queue AND e.job_id = w.job_id AND e.batch = w.batch
                """)
            .replace("<uncounted>", "false")
            .replace("<batch>", "w.batch")
            .replace("<awaits>", "false");
    List<JobKey> waiting = List.copyOf(batches.keySet());
    statements.update(
        "store executions of %d members of job batches".formatted(waiting.size()),
        new SqlText(sql).setKeys(waiting).set("batches", waiting, batches::get).set("node", node));
  }

  @Override
  public void overtaken(Collection<NewJob> members) {
    String sql =
        """
        WITH overtaken AS (
          INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, registered_by, due_at, batch, message, ended_at)
          SELECT gen_random_uuid(), k.queue, k.job_id, 'CANCELLED', :node, k.login, clock_timestamp(), k.batch,
                 'a later cancel or registration came first', clock_timestamp()
            FROM unnest(:queues::text[], :job_ids::text[], :batches::text[], :logins::text[]) AS k (queue, job_id, batch, login)
           WHERE NOT EXISTS (SELECT FROM scheduler.execution e WHERE e.queue = k.queue AND e.job_id = k.job_id AND e.batch = k.batch)
          RETURNING fire_id, attempt, NULL AS old_state, state, node, message)
        <transitions>
        """
            .replace("<transitions>", Transitions.of("overtaken"));
    statements.update(
        "store executions of %d overtaken members of job batches".formatted(members.size()),
        new SqlText(sql)
            .setKeys(members.stream().map(NewJob::key).toList())
            .set("batches", members, NewJob::batch)
            .set("logins", members, NewJob::registeredBy)
            .set("node", node));
  }

  // Their schedules do not count their ends. The acknowledgement ends them even if the limit of
  // their queue, which was the reason to track them, is removed before they are dispatched
  @Override
  public void taken(Collection<String> rows) {
    String sql =
        SUBMIT
            .replace(
                "<waiting>",
                "SELECT j.* FROM unnest(:rows::jsonb[]) AS r (job), jsonb_populate_record(NULL::scheduler.job, r.job || '{\"tracked\": true}') j")
            .replace("<uncounted>", "false")
            .replace("<batch>", "NULL")
            .replace("<awaits>", "true");
    statements.update(
        "store executions of %d jobs that were not tracked".formatted(rows.size()),
        new SqlText(sql).set("rows", rows, row -> row).set("node", node));
  }

  @Override
  public void moved(Collection<JobKey> waiting) {
    String sql =
        """
        UPDATE scheduler.execution e SET due_at = j.due_at, changed_at = clock_timestamp()
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id) JOIN scheduler.job j USING (queue, job_id)
         WHERE e.fire_id = j.fire_id
        """;
    statements.update(
        "move executions of %d jobs".formatted(waiting.size()), new SqlText(sql).setKeys(waiting));
  }

  @Override
  public void changed(Collection<JobKey> waiting) {
    String sql =
        """
        UPDATE scheduler.execution_input i SET job = to_jsonb(j)
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id) JOIN scheduler.job j USING (queue, job_id)
         WHERE i.fire_id = j.fire_id
        """;
    statements.update(
        "change the input of %d runs".formatted(waiting.size()), new SqlText(sql).setKeys(waiting));
  }

  @Override
  public void limited(Collection<JobKey> waiting) {
    String sql =
        """
        UPDATE scheduler.execution e SET run_limit = l.run_limit, overdue_at = e.due_at + l.run_limit, changed_at = clock_timestamp()
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id) JOIN scheduler.job j USING (queue, job_id)
               CROSS JOIN LATERAL (SELECT <run limit> AS run_limit) l
         WHERE e.fire_id = j.fire_id
        """
            .replace("<run limit>", RunLimit.sql("j"));
    statements.update("limit %d runs".formatted(waiting.size()), new SqlText(sql).setKeys(waiting));
  }

  // Locked first, so that changes of other transactions are read with the lock
  private static final String LOCKED =
      """
      locked AS MATERIALIZED (
        SELECT e.fire_id, e.state AS old_state, e.token_hash AS old_token
          FROM moving m JOIN scheduler.execution e USING (fire_id) FOR UPDATE OF e)
      """;

  // In a queue with a limit of runs, and of one that is tracked for that reason, the
  // acknowledgement
  // ends a run even if the broker may lose its message: otherwise the run would take room until its
  // limit of time
  @Override
  public void dispatched(List<ClaimedJob> jobs, Map<UUID, String> keys) {
    String sql =
        """
        WITH moving AS (SELECT * FROM unnest(:fire_ids::uuid[], :token_hashes::bytea[], :planned_runs::text[], :persistent::boolean[],
                                             :keys::text[])
                                         AS m (fire_id, token_hash, planned_run, persistent, share_key)),
        <locked>,
        moved AS (
          UPDATE scheduler.execution e
             SET state = 'DISPATCHED', token_hash = m.token_hash, planned_run = m.planned_run::jsonb, node = :node, message = NULL,
                 dispatched_at = clock_timestamp(), changed_at = clock_timestamp(),
                 overdue_at = CASE WHEN e.due_at > clock_timestamp() + interval 'PT1M' THEN clock_timestamp() + e.run_limit
                                   ELSE e.overdue_at END,
                 (awaits_acknowledgement, is_limited, share_key) =
                   (SELECT coalesce(bool_or(q.finished_when_acknowledged
                                            AND (m.persistent OR l.are_limited OR e.awaits_acknowledgement)), false),
                           coalesce(bool_or(l.are_limited), false), max(m.share_key) FILTER (WHERE q.max_concurrent_runs_per_key > 0)
                      FROM scheduler.worker_queue q
                           CROSS JOIN LATERAL (SELECT q.max_concurrent_runs > 0 OR q.max_concurrent_runs_per_key > 0 AS are_limited) l
                     WHERE q.name = e.queue)
            FROM locked l JOIN moving m USING (fire_id)
           WHERE e.fire_id = l.fire_id AND l.old_state = ANY (:old_states::text[])
          RETURNING e.fire_id, e.attempt, l.old_state, e.state, e.node, e.message)
        <transitions>
        """
            .replace("<locked>", LOCKED)
            .replace("<transitions>", Transitions.of("moved"));
    List<ClaimedJob> sorted =
        jobs.stream().sorted(Comparator.comparing(ClaimedJob::fireId)).toList();
    statements.update(
        "record that %d executions are dispatched".formatted(jobs.size()),
        new SqlText(sql)
            .set("fire_ids", sorted, ClaimedJob::fireId)
            .set("token_hashes", sorted, job -> job.run() == null ? null : hash(job.run().token()))
            .set(
                "planned_runs",
                sorted,
                job -> job.planned() == null ? null : PlannedRunJson.write(job.planned()))
            .set("persistent", sorted, job -> job.envelope().isPersistent())
            .set("keys", sorted, job -> keys.get(job.fireId()))
            .set("node", node)
            .set("old_states", ExecutionState.DISPATCHED.predecessors(), ExecutionState::name));
  }

  @Override
  public boolean cancelRuns(JobKey key, Instant sentAt, @Nullable String login) {
    String sql =
        """
        UPDATE scheduler.execution e
           SET cancel_requested_by = CASE WHEN e.cancel_requested_at IS NULL THEN :login ELSE e.cancel_requested_by END,
               cancel_requested_at = coalesce(e.cancel_requested_at, clock_timestamp()), changed_at = clock_timestamp()
          FROM scheduler.execution_input i
         WHERE e.queue = :queue AND e.job_id = :job_id AND e.state IN ('DISPATCHED', 'RUNNING')
           AND i.fire_id = e.fire_id AND (i.job ->> 'sent_at')::timestamptz <= :sent_at
           AND NOT EXISTS (SELECT 1 FROM scheduler.job j WHERE j.queue = e.queue AND j.job_id = e.job_id)
        """;
    SqlText cancel = new SqlText(sql).set("login", login).setKey(key).set("sent_at", sentAt);
    return statements.update("cancel the run of " + key, cancel) > 0;
  }

  @Override
  public List<UUID> superseded(Collection<UUID> fireIds) {
    String sql =
        """
        WITH locked AS MATERIALIZED (
          SELECT e.fire_id FROM scheduler.execution e
           WHERE e.fire_id = ANY (:fire_ids::uuid[]) AND e.state IN ('DISPATCHED', 'RUNNING') FOR UPDATE SKIP LOCKED),
        asked AS (
          UPDATE scheduler.execution e
             SET cancel_requested_by = CASE WHEN e.cancel_requested_at IS NULL THEN 'the next run' ELSE e.cancel_requested_by END,
                 cancel_requested_at = coalesce(e.cancel_requested_at, clock_timestamp()),
                 message = coalesce(e.message, 'to end, because the next run of its schedule has begun'), changed_at = clock_timestamp()
            FROM locked l WHERE e.fire_id = l.fire_id
          RETURNING e.fire_id)
        SELECT fire_id FROM asked
        UNION ALL
        SELECT r.fire_id FROM unnest(:fire_ids::uuid[]) AS r (fire_id)
         WHERE NOT EXISTS (SELECT FROM scheduler.execution e WHERE e.fire_id = r.fire_id AND e.ended_at IS NULL)
        """;
    return statements.query(
        "cancel runs that later runs replace",
        new SqlText(sql).set("fire_ids", fireIds, UUID::toString),
        Columns::fireId);
  }

  @Override
  public void cancelled(Collection<UUID> fireIds) {
    end(
        fireIds.stream().sorted().toList(),
        null,
        ExecutionState.CANCELLED,
        new Reason("cancelled before it was dispatched", "cancelled while it waited for attempt "));
  }

  @Override
  public void ended(Collection<UUID> fireIds, Ending ending, String reason) {
    end(fireIds.stream().sorted().toList(), null, state(ending), new Reason(reason, null));
  }

  /**
   * The broker has given up on the delivery that carries the token.
   *
   * @return whether that has ended the run
   */
  public boolean undelivered(UUID fireId, String token, Ending ending, String reason) {
    return end(List.of(fireId), hash(token), state(ending), new Reason(reason, null)) > 0;
  }

  /** A delivery of the run has failed, and the run could not be ended. */
  public void notEnded(UUID fireId) {
    unended.add(List.of(fireId));
  }

  /**
   * Why runs end.
   *
   * @param ofFurther of a run that has had attempts before, with the number of the latest behind
   *     it; null if it is the same
   */
  private record Reason(String text, @Nullable String ofFurther) {}

  private int end(
      List<UUID> fireIds, byte @Nullable [] tokenHash, ExecutionState state, Reason reason) {
    String sql =
        """
        WITH moving AS (SELECT * FROM unnest(:fire_ids::uuid[]) AS m (fire_id)),
        <locked>,
        moved AS (
          UPDATE scheduler.execution e
             SET state = :state, node = :node,
                 message = coalesce(CASE WHEN e.attempt > 1 THEN :of_further::text || e.attempt END, :message),
                 ended_at = clock_timestamp(), changed_at = clock_timestamp(), heartbeat_until = NULL, awaits_acknowledgement = false
            FROM locked l
           WHERE e.fire_id = l.fire_id AND l.old_state = ANY (:old_states::text[])
             AND coalesce(l.old_token = :token_hash::bytea, :any_token)
          RETURNING e.fire_id, e.queue, e.job_id, e.due_at, e.attempt, l.old_state, e.state, e.node, e.message),
        <transitions>
        SELECT count(*) FROM moved
        """
            .replace("<locked>", LOCKED)
            .replace("<transitions>", Transitions.andEvents("moved"));
    return statements
        .find(
            "end %d executions as %s".formatted(fireIds.size(), state),
            new SqlText(sql)
                .set("fire_ids", fireIds, UUID::toString)
                .set("state", state)
                .set("node", node)
                .set("message", reason.text())
                .set("of_further", reason.ofFurther())
                .set("old_states", state.predecessors(), ExecutionState::name)
                .set("token_hash", tokenHash)
                .set("any_token", tokenHash == null),
            row -> row.getInt("count"))
        .orElse(0);
  }

  private static ExecutionState state(Ending ending) {
    return switch (ending) {
      case CANCELLED -> ExecutionState.CANCELLED;
      case EXPIRED -> ExecutionState.EXPIRED;
      case EXHAUSTED -> ExecutionState.EXHAUSTED;
    };
  }

  static byte[] hash(String token) {
    return Sha256.of(token.getBytes(StandardCharsets.UTF_8));
  }
}
