package org.goodtiming.scheduler.operations.batch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.batch.BatchVerb.Subject;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Writes table batch_operation, in the caller's transaction. */
@Singleton
public final class BatchChanges {

  private static final String PURPOSE = "change a batch operation";

  private final Statements statements;
  private final Audit audit;

  @Inject
  public BatchChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /**
   * Stores an operation, which the leader begins within a second.
   *
   * @param counted how many jobs or rows it finds now
   * @param estimate how many they are, where not all are counted; null if it is not known
   * @return the operation as clients see it
   */
  public Row create(String login, BatchRequest request, int counted, @Nullable Long estimate) {
    BatchFilter filter = request.filter();
    RunFilter runs =
        switch (request.verb().subject()) {
          case ENDED_RUNS, OPEN_RUNS -> filter.chosenRuns();
          case JOBS, QUARANTINE -> null;
        };
    SqlText sql =
        new SqlText(
                """
                INSERT INTO scheduler.batch_operation (operation, queue, job_state, prefix, due_from, due_before, stage, code,
                                                       run_state, ended_from, ended_before, due_at, due_offset, property,
                                                       requested_by, counted, estimate, schedules, job_batch, cursor_id)
                SELECT :operation, :queue, :job_state, :prefix, :due_from::timestamptz, :due_before::timestamptz, :stage, :code,
                       :run_state, :ended_from::timestamptz, :ended_before::timestamptz, :due_at::timestamptz, :due_offset, :property,
                       :login, :counted, :estimate::bigint, :schedules, :job_batch,
                       CASE WHEN :without_quarantine THEN NULL ELSE (SELECT coalesce(max(id), 0) + 1 FROM scheduler.quarantine) END
                RETURNING <columns>
                """
                    .replace("<columns>", BatchQueries.COLUMNS))
            .set("operation", request.verb().label())
            .set("queue", filter.queue())
            .set("job_state", filter.state() == null ? null : filter.state().label())
            .set("prefix", filter.prefix())
            .set("due_from", filter.dueFrom())
            .set("due_before", filter.dueBefore())
            .set("stage", filter.stage())
            .set("code", filter.code())
            .set("run_state", runs == null ? null : runs.label())
            .set("ended_from", runs == null ? null : runs.from())
            .set("ended_before", runs == null ? null : runs.before())
            .set("job_batch", runs == null ? null : runs.batch())
            .set("due_at", request.move() instanceof Move.To to ? to.dueAt() : null)
            .set("due_offset", request.move() instanceof Move.By by ? by.text() : null)
            .set("property", filter.property() == null ? null : filter.property().text())
            .set("login", login)
            .set("counted", counted)
            .set("estimate", estimate)
            .set("schedules", filter.schedules())
            .set("without_quarantine", request.verb().subject() != Subject.QUARANTINE);
    Row created = statements.query(PURPOSE, sql, Row::of).get(0);
    long id = created.number("id");
    audit.note(login, "begin batch operation", subject(id), null, described(id));
    return created;
  }

  /**
   * Stops the operation.
   *
   * @return false if there is no such operation
   */
  public boolean stop(String login, long id) {
    String before = described(id);
    SqlText sql =
        new SqlText(
            """
            UPDATE scheduler.batch_operation SET state = 'stopped', ended_at = clock_timestamp()
             WHERE id = :id AND state = 'running' RETURNING id
            """,
            id);
    if (!statements.query(PURPOSE, sql, row -> row.getLong(1)).isEmpty()) {
      audit.note(login, "stop batch operation", subject(id), before, described(id));
    }
    return before != null;
  }

  /**
   * Stops all running operations of a user who has lost the right to them. Waits for their steps.
   *
   * @param login who changes the user
   * @param reason is told with the operation
   */
  public void stopAllOf(String user, String login, String reason) {
    SqlText sql =
        new SqlText(
                """
                UPDATE scheduler.batch_operation SET state = 'stopped', ended_at = clock_timestamp(), last_refusal = :reason
                 WHERE requested_by = :user AND state = 'running' RETURNING id
                """)
            .set("reason", reason)
            .set("user", user);
    for (long id : statements.query(PURPOSE, sql, row -> row.getLong(1))) {
      audit.note(login, "stop batch operation", subject(id), null, described(id));
    }
  }

  /**
   * Begins a step; no other transaction can until this one ends. It does not wait, because the
   * session of a dead leader may hold the row for a while.
   *
   * @return false if the operation is stopped or locked, or another leader has done this step
   */
  public boolean begin(BatchOperation operation) {
    SqlText sql =
        new SqlText(
                """
                UPDATE scheduler.batch_operation SET steps = steps + 1
                 WHERE id = (SELECT b.id FROM scheduler.batch_operation b
                              WHERE b.id = :id AND b.state = 'running' AND b.steps = :steps FOR UPDATE SKIP LOCKED)
                RETURNING id
                """)
            .set("id", operation.id())
            .set("steps", operation.steps());
    return !statements.query(PURPOSE, sql, row -> row.getLong(1)).isEmpty();
  }

  /** Ends a step: the next one begins after the page. */
  public void end(BatchOperation operation, BatchPage page, BatchTally tally) {
    SqlText sql =
        new SqlText(
                """
                UPDATE scheduler.batch_operation
                   SET done = done + :done, refused = refused + :refused,
                       last_refusal = coalesce((:refusals::text[])[:refused::int], last_refusal),
                       refusals = (refusals || :refusals::text[])[1:100],
                       cursor_queue = :queue, cursor_eligible_at = :moment::timestamptz, cursor_id = :id::bigint,
                       cursor_fire_id = :fire_id::uuid,
                       state = CASE WHEN :last THEN 'finished' ELSE state END,
                       ended_at = CASE WHEN :last THEN clock_timestamp() END
                 WHERE id = :operation RETURNING id
                """)
            .set("done", tally.done())
            .set("refused", tally.refusals().size())
            .set("refusals", tally.refusals(), each -> each)
            .set("queue", page.end().queue())
            .set("moment", page.end().moment())
            .set("id", page.end().id())
            .set("fire_id", page.end().fireId())
            .set("last", page.last())
            .set("operation", operation.id());
    statements.query(PURPOSE, sql, row -> row.getLong(1));
  }

  private @Nullable String described(long id) {
    SqlText sql =
        new SqlText(
            """
            SELECT json_strip_nulls(json_build_object(
                     'operation', operation, 'state', state, 'queue', queue, 'jobState', job_state, 'prefix', prefix,
                     'dueFrom', due_from, 'dueBefore', due_before, 'stage', stage, 'code', code, 'dueAt', due_at,
                     'dueOffset', due_offset, 'property', property,
                     'jobBatch', job_batch, 'runState', run_state, 'endedFrom', ended_from, 'endedBefore', ended_before,
                     'schedules', CASE WHEN schedules THEN true END,
                     'counted', counted, 'done', done, 'refused', refused))::text
              FROM scheduler.batch_operation WHERE id = :id FOR UPDATE
            """,
            id);
    List<String> found = statements.query(PURPOSE, sql, row -> row.getString(1));
    return found.isEmpty() ? null : found.get(0);
  }

  private static String subject(long id) {
    return "batch operation " + id;
  }
}
