package org.goodtiming.scheduler.operations.batch;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.batch.BatchVerb.Subject;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Writes table batch_operation, in the caller's transaction. */
public final class BatchChanges {

  private static final String PURPOSE = "change a batch operation";

  private final Statements statements;
  private final Audit audit;

  public BatchChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /**
   * Stores an operation, which the leader begins within a second.
   *
   * @param counted how many jobs or rows it finds now
   * @return the operation as clients see it
   */
  public Row create(String login, BatchRequest request, int counted) {
    BatchFilter filter = request.filter();
    EndedRuns runs = request.verb().subject() == Subject.ENDED_RUNS ? filter.endedRuns() : null;
    SqlText sql =
        new SqlText(
            """
            INSERT INTO scheduler.batch_operation (operation, queue, job_state, prefix, due_from, due_before, stage, code,
                                                   run_state, ended_from, ended_before, due_at, requested_by, counted, cursor_id)
            SELECT ?, ?, ?, ?, ?::timestamptz, ?::timestamptz, ?, ?,
                   ?, ?::timestamptz, ?::timestamptz, ?::timestamptz, ?, ?,
                   CASE WHEN ? THEN NULL ELSE (SELECT coalesce(max(id), 0) + 1 FROM scheduler.quarantine) END
            RETURNING %s
            """
                .formatted(BatchQueries.COLUMNS),
            request.verb().label(),
            filter.queue(),
            filter.state() == null ? null : filter.state().label(),
            filter.prefix(),
            timestamp(filter.dueFrom()),
            timestamp(filter.dueBefore()),
            filter.stage(),
            filter.code(),
            runs == null ? null : runs.label(),
            runs == null ? null : timestamp(runs.from()),
            runs == null ? null : timestamp(runs.before()),
            timestamp(request.dueAt()),
            login,
            counted,
            request.verb().subject() != Subject.QUARANTINE);
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
             WHERE id = ? AND state = 'running' RETURNING id
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
            UPDATE scheduler.batch_operation SET state = 'stopped', ended_at = clock_timestamp(), last_refusal = ?
             WHERE requested_by = ? AND state = 'running' RETURNING id
            """,
            reason,
            user);
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
                          WHERE b.id = ? AND b.state = 'running' AND b.steps = ? FOR UPDATE SKIP LOCKED)
            RETURNING id
            """,
            operation.id(),
            operation.steps());
    return !statements.query(PURPOSE, sql, row -> row.getLong(1)).isEmpty();
  }

  /** Ends a step: the next one begins after the page. */
  public void end(BatchOperation operation, BatchPage page, BatchTally tally) {
    SqlText sql =
        new SqlText(
            """
            UPDATE scheduler.batch_operation
               SET done = done + ?, refused = refused + ?, last_refusal = coalesce(?, last_refusal),
                   cursor_queue = ?, cursor_eligible_at = ?::timestamptz, cursor_id = ?::bigint, cursor_fire_id = ?::uuid,
                   state = CASE WHEN ? THEN 'finished' ELSE state END,
                   ended_at = CASE WHEN ? THEN clock_timestamp() END
             WHERE id = ? RETURNING id
            """,
            tally.done(),
            tally.refused(),
            tally.lastRefusal(),
            page.end().queue(),
            timestamp(page.end().moment()),
            page.end().id(),
            page.end().fireId() == null ? null : page.end().fireId().toString(),
            page.last(),
            page.last(),
            operation.id());
    statements.query(PURPOSE, sql, row -> row.getLong(1));
  }

  private @Nullable String described(long id) {
    SqlText sql =
        new SqlText(
            """
            SELECT json_strip_nulls(json_build_object(
                     'operation', operation, 'state', state, 'queue', queue, 'jobState', job_state, 'prefix', prefix,
                     'dueFrom', due_from, 'dueBefore', due_before, 'stage', stage, 'code', code, 'dueAt', due_at,
                     'runState', run_state, 'endedFrom', ended_from, 'endedBefore', ended_before,
                     'counted', counted, 'done', done, 'refused', refused))::text
              FROM scheduler.batch_operation WHERE id = ? FOR UPDATE
            """,
            id);
    List<String> found = statements.query(PURPOSE, sql, row -> row.getString(1));
    return found.isEmpty() ? null : found.get(0);
  }

  private static String subject(long id) {
    return "batch operation " + id;
  }

  private static @Nullable Timestamp timestamp(@Nullable Instant moment) {
    return moment == null ? null : Timestamp.from(moment);
  }
}
