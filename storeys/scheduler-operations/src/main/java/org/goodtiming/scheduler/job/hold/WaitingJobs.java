package org.goodtiming.scheduler.job.hold;

import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.run.ChangedJob;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Changes single waiting jobs for operators, in the caller's transaction, which has locked the row.
 * A new due time and new properties are a new intent: earlier messages of the registrant no longer
 * change the job.
 */
public final class WaitingJobs {

  /** The time from which dispatch may claim a held job; no registration can name a later year. */
  public static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  private final Statements statements;
  private final TrackedJobs executions;

  public WaitingJobs(DataSource dataSource, TrackedJobs executions) {
    this.statements = Statements.forClients(dataSource);
    this.executions = executions;
  }

  /** Keeps the job from dispatch until it is released. */
  public void hold(long id, String login) {
    SqlText sql =
        new SqlText(
            """
            UPDATE scheduler.job SET held_at = clock_timestamp(), held_by = :login, eligible_at = :never WHERE id = :id
            """);
    statements.update("hold a job", sql.set("login", login).set("never", NEVER).set("id", id));
  }

  /** Ends a hold: the job is dispatched when it is due. */
  public void release(long id) {
    SqlText sql =
        new SqlText(
            """
            UPDATE scheduler.job SET held_at = NULL, held_by = NULL, eligible_at = due_at WHERE id = :id
            """);
    statements.update("release a job", sql.set("id", id));
  }

  /**
   * Changes the due time. A held job stays held.
   *
   * @param eligibleAt time from which the job may be dispatched
   */
  public void moveTo(long id, Instant dueAt, Instant eligibleAt) {
    SqlText sql =
        new SqlText(
            """
            UPDATE scheduler.job
               SET due_at = :due_at, eligible_at = CASE WHEN held_at IS NULL THEN :eligible_at ELSE eligible_at END,
                   sent_at = greatest(sent_at, clock_timestamp())
             WHERE id = :id RETURNING queue, job_id, tracked AS concerns_execution
            """);
    List<JobKey> tracked =
        ChangedJob.change(
            statements,
            "change when a job is due",
            sql.set("due_at", dueAt).set("eligible_at", eligibleAt).set("id", id));
    if (!tracked.isEmpty()) {
      executions.moved(tracked);
    }
  }

  /**
   * Replaces the properties that have no column.
   *
   * @param properties as JSON; null for none
   */
  public void setProperties(long id, @Nullable String properties) {
    SqlText sql =
        new SqlText(
            """
            UPDATE scheduler.job SET properties = :properties::text, sent_at = greatest(sent_at, clock_timestamp())
             WHERE id = :id RETURNING queue, job_id, tracked AS concerns_execution
            """);
    List<JobKey> tracked =
        ChangedJob.change(
            statements,
            "change the properties of a job",
            sql.set("properties", properties).set("id", id));
    if (!tracked.isEmpty()) {
      executions.changed(tracked);
      executions.limited(tracked);
    }
  }
}
