package org.goodtiming.scheduler.operations.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobChanges.Outcome;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Holds and releases waiting jobs for operators, in the caller's transaction. Dispatch sees only
 * the time from which it may claim a job, so a hold costs it nothing.
 */
@Singleton
public final class JobHolds {

  /** When dispatch may claim a held job; no registration can name a later year. */
  static final String NEVER = "9999-12-31T00:00:00Z";

  private static final String PURPOSE = "hold or release a job";
  private static final String HELD = "{\"held\":true}";
  private static final String NOT_HELD = "{\"held\":false}";

  private final Statements statements;
  private final Audit audit;

  @Inject
  public JobHolds(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /**
   * The row as it waits.
   *
   * @param recurs whether it is a run of a schedule
   * @param expires whether it would have expired by the time at which it is dispatched
   */
  private record Waiting(long id, boolean recurs, boolean held, boolean expires) {

    static Waiting of(ResultSet row) throws SQLException {
      return new Waiting(
          row.getLong("id"),
          row.getBoolean("recurs"),
          row.getBoolean("held"),
          row.getBoolean("expires"));
    }
  }

  /** Keeps the job from dispatch until it is released. A held job keeps its holder. */
  public Outcome hold(String login, JobKey key) {
    Waiting job = lock(key);
    if (job == null) {
      return Outcome.NOT_WAITING;
    }
    if (job.recurs()) {
      return Outcome.RECURS;
    }
    if (!job.held()) {
      update(
          "held_at = clock_timestamp(), held_by = ?, eligible_at = ?::timestamptz",
          login,
          NEVER,
          job.id());
      audit.note(login, "hold job", key.toString(), NOT_HELD, HELD);
    }
    return Outcome.CHANGED;
  }

  /** Lets the job be dispatched when it is due. A job that is not held stays as it is. */
  public Outcome release(String login, JobKey key) {
    Waiting job = lock(key);
    if (job == null) {
      return Outcome.NOT_WAITING;
    }
    if (!job.held()) {
      return Outcome.CHANGED;
    }
    update("held_at = NULL, held_by = NULL, eligible_at = due_at", job.id());
    audit.note(login, "release job", key.toString(), HELD, NOT_HELD);
    return job.expires() ? Outcome.EXPIRES : Outcome.CHANGED;
  }

  /** Waits for a dispatch that has begun. */
  private @Nullable Waiting lock(JobKey key) {
    SqlText sql =
        new SqlText(
            """
            SELECT id, planned_at IS NOT NULL AS recurs, held_at IS NOT NULL AS held,
                   coalesce(expires_at <= greatest(due_at, clock_timestamp()), false) AS expires
              FROM scheduler.job WHERE queue = ? AND job_id = ? FOR UPDATE
            """,
            key.queue(),
            key.jobId());
    List<Waiting> found = statements.query(PURPOSE, sql, Waiting::of);
    return found.isEmpty() ? null : found.get(0);
  }

  private void update(String set, Object... values) {
    SqlText sql =
        new SqlText("UPDATE scheduler.job SET %s WHERE id = ? RETURNING id".formatted(set), values);
    statements.query(PURPOSE, sql, row -> row.getLong(1));
  }
}
