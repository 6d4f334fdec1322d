package org.goodtiming.scheduler.job.run;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Changes the waiting runs of schedules, in the caller's transaction, which has changed the
 * schedules before: function {@code eligible_at} of the database says from when on a run of a
 * schedule may be dispatched.
 */
public final class WaitingRuns {

  private final Statements statements;
  private final TrackedJobs executions;

  public WaitingRuns(DataSource dataSource, TrackedJobs executions) {
    this.statements = new Statements(dataSource);
    this.executions = executions;
  }

  /**
   * A run that no longer waits for the previous one.
   *
   * @param resultOf run whose result becomes the payload, if it is stored; null if the run keeps
   *     its payload
   */
  public record Released(JobKey key, @Nullable UUID resultOf) {}

  /** Postpones runs that have just been registered; brings none forward (docs/adr/0069). */
  public static void postpone(Statements statements, Collection<JobKey> keys) {
    makeEligible(statements, purpose("postpone", keys), keys, "<");
  }

  /** Applies a pause or a resume of the schedules of the runs. */
  public void delay(Collection<JobKey> keys) {
    makeEligible(statements, purpose("delay", keys), keys, "<>");
  }

  /**
   * @param difference of a run's time and that of its schedule, as an operator of SQL, with which
   *     the run gets the latter
   */
  private static void makeEligible(
      Statements statements, String purpose, Collection<JobKey> keys, String difference) {
    String sql =
        """
        UPDATE scheduler.job j SET eligible_at = scheduler.eligible_at(s, j.due_at)
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id) JOIN scheduler.schedule s USING (queue, job_id)
         WHERE j.queue = k.queue AND j.job_id = k.job_id
           AND coalesce(j.resumes_at, j.eligible_at) <difference> scheduler.eligible_at(s, j.due_at)
        """
            .replace("<difference>", difference);
    statements.update(purpose, new SqlText(sql).setKeys(keys));
  }

  /** Moves the runs to the times that their schedules now plan. */
  public void moveTo(Map<JobKey, Instant> times) {
    moveTo(times, "");
  }

  /** Makes the run the one of a later time, for which no dispatch has failed yet. */
  public void skipTo(JobKey key, Instant at) {
    moveTo(Map.of(key, at), ", attempts = 0, last_error = NULL");
  }

  private void moveTo(Map<JobKey, Instant> times, String reset) {
    String sql =
        """
        UPDATE scheduler.job j
           SET due_at = n.at, planned_at = n.at, eligible_at = scheduler.eligible_at(s, n.at)<reset>
          FROM unnest(:queues::text[], :job_ids::text[], :times::timestamptz[]) AS n (queue, job_id, at)
               JOIN scheduler.schedule s USING (queue, job_id)
         WHERE j.queue = n.queue AND j.job_id = n.job_id
        RETURNING j.queue, j.job_id, j.tracked AS concerns_execution
        """
            .replace("<reset>", reset);
    change(
        purpose("move", times.keySet()),
        new SqlText(sql).setKeys(times.keySet()).set("times", times.values(), at -> at),
        executions::moved);
  }

  /** Applies changed definitions to the runs; a schedule keeps its own values. */
  public void fill(Collection<JobKey> keys) {
    // Somebody may have written to the row of the job: its properties may be no JSON
    String sql =
        """
        UPDATE scheduler.job j
           SET eligible_at = coalesce(j.resumes_at, j.eligible_at), resumes_at = NULL,
               <content>,
               properties = (
                 SELECT json_object_agg(p.key, p.value)::text
                   FROM (SELECT key, value FROM json_each(f.properties::json) WHERE key <> ALL (f.own)
                         UNION ALL
                         SELECT key, value FROM json_each(CASE WHEN j.properties IS JSON OBJECT THEN j.properties::json END)
                          WHERE key = ANY (f.own)) p)
          FROM (SELECT s.queue, s.job_id, string_to_array(s.own_properties, ' ') AS own,
                       <columns>
                  FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
                       JOIN scheduler.schedule s USING (queue, job_id)
                       JOIN scheduler.definition d ON d.name = s.definition AND d.queue = s.queue) f
         WHERE j.queue = f.queue AND j.job_id = f.job_id
        RETURNING j.queue, j.job_id, j.tracked AS concerns_execution
        """
            .replace(
                "<content>",
                JobColumns.FILLED.each(
                    "%1$s = CASE WHEN '%5$s' = ANY (f.own) THEN j.%1$s ELSE f.%1$s END"))
            .replace("<columns>", JobColumns.CONTENT.each("d.%s"));
    change(purpose("fill", keys), new SqlText(sql).setKeys(keys), executions::changed);
  }

  /** The previous runs have ended. */
  public void release(List<Released> runs) {
    String sql =
        """
        UPDATE scheduler.job j
           SET eligible_at = scheduler.eligible_at(s, j.due_at),
               body = coalesce(r.body, j.body),
               body_is_text = CASE WHEN r.body IS NULL THEN j.body_is_text ELSE e.result_kind <> 'BYTES' END,
               content_type = CASE WHEN r.body IS NOT NULL AND e.result_kind = 'JSON' THEN 'application/json' ELSE j.content_type END
          FROM unnest(:queues::text[], :job_ids::text[], :results::uuid[]) AS n (queue, job_id, result_of)
               JOIN scheduler.schedule s USING (queue, job_id)
               LEFT JOIN scheduler.execution e ON e.fire_id = n.result_of
               LEFT JOIN scheduler.execution_result r ON r.fire_id = n.result_of
         WHERE j.queue = n.queue AND j.job_id = n.job_id AND j.planned_at IS NOT NULL
        RETURNING j.queue, j.job_id, j.tracked AND r.body IS NOT NULL AS concerns_execution
        """;
    List<JobKey> keys = runs.stream().map(Released::key).toList();
    change(
        purpose("release", keys),
        new SqlText(sql).setKeys(keys).set("results", runs, Released::resultOf),
        executions::changed);
  }

  /**
   * Removes runs that their schedules no longer need.
   *
   * @return the removed runs
   */
  public Set<JobKey> remove(Collection<JobKey> keys, String reason) {
    String sql =
        """
        WITH gone AS (
          DELETE FROM scheduler.job j USING unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
           WHERE j.queue = k.queue AND j.job_id = k.job_id AND j.planned_at IS NOT NULL
          RETURNING j.queue, j.job_id, j.fire_id),
        entry AS (
          INSERT INTO scheduler.ledger_entry (kind, jobs)
          SELECT 'cancelled', count(*) FROM gone HAVING count(*) > 0)
        SELECT queue, job_id, fire_id FROM gone
        """;
    Map<JobKey, UUID> gone =
        statements
            .query(
                purpose("remove", keys),
                new SqlText(sql).setKeys(keys),
                row -> Map.entry(Columns.key(row), Columns.fireId(row)))
            .stream()
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    if (!gone.isEmpty()) {
      executions.ended(gone.values(), Ending.CANCELLED, reason);
    }
    return gone.keySet();
  }

  /**
   * Removes further attempts that wait, except those that another transaction has locked, or whose
   * executions it has.
   *
   * @param runs the keys of their schedules, by fire ids
   * @return the fire ids of those removed, whose runs have ended with it
   */
  public List<UUID> removeAttempts(Map<UUID, JobKey> runs) {
    String sql =
        """
        WITH waiting AS MATERIALIZED (
          SELECT j.id
            FROM unnest(:queues::text[], :job_ids::text[], :fire_ids::uuid[]) AS r (queue, job_id, fire_id)
                 JOIN scheduler.job j ON j.queue = r.queue AND j.job_id = scheduler.recovery_id(r.job_id, r.fire_id)
                 JOIN scheduler.execution e ON e.fire_id = j.fire_id
             FOR UPDATE OF j, e SKIP LOCKED),
        gone AS (
          DELETE FROM scheduler.job j USING waiting w WHERE j.id = w.id RETURNING j.fire_id),
        entry AS (
          INSERT INTO scheduler.ledger_entry (kind, jobs)
          SELECT 'cancelled', count(*) FROM gone HAVING count(*) > 0)
        SELECT fire_id FROM gone
        """;
    List<UUID> gone =
        statements.query(
            "remove further attempts",
            new SqlText(sql).setKeys(runs.values()).set("fire_ids", runs.keySet(), UUID::toString),
            Columns::fireId);
    if (!gone.isEmpty()) {
      executions.cancelled(gone);
    }
    return gone;
  }

  private void change(String purpose, SqlText sql, Consumer<List<JobKey>> tellExecutions) {
    List<JobKey> concerned = ChangedJob.change(statements, purpose, sql);
    if (!concerned.isEmpty()) {
      tellExecutions.accept(concerned);
    }
  }

  private static String purpose(String verb, Collection<JobKey> keys) {
    return "%s the runs of %d schedules".formatted(verb, keys.size());
  }
}
