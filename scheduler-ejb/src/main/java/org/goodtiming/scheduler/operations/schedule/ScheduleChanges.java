package org.goodtiming.scheduler.operations.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Set;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.WaitingRuns;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Pauses and resumes schedules for operators, in the caller's transaction. The lock on the waiting
 * run keeps dispatch from the schedule, and waits for a dispatch that has begun.
 */
@Singleton
public final class ScheduleChanges {

  private static final String PURPOSE = "pause or resume a schedule";

  private static final String SETTINGS =
      "json_strip_nulls(json_build_object('state', lower(state), 'pausedUntil', paused_until))::text";

  private final Statements statements;
  private final WaitingRuns runs;
  private final Audit audit;

  @Inject
  public ScheduleChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    runs = new WaitingRuns(dataSource, new ExecutionStore(dataSource, audit.node()));
    this.audit = audit;
  }

  /** The result of a change. */
  public enum Outcome {
    CHANGED,
    /** It was never registered. */
    UNKNOWN,
    /** It has no further run. */
    ENDED,
    /** The pause would be over already. */
    UNTIL_HAS_PASSED
  }

  /**
   * The run that waits.
   *
   * @param settings of its schedule, as JSON
   * @param now by the database's clock
   */
  private record Waiting(String settings, boolean paused, Instant now) {

    static Waiting of(ResultSet row) throws SQLException {
      return new Waiting(
          row.getString("settings"), row.getBoolean("paused"), row.getTimestamp("now").toInstant());
    }
  }

  /**
   * Holds the runs of the schedule back.
   *
   * @param until end of the pause; null if only a resume ends it
   */
  public Outcome pause(String login, JobKey key, @Nullable Instant until) {
    Waiting waiting = lock(key);
    if (waiting == null) {
      return notWaiting(key);
    }
    if (until != null && !until.isAfter(waiting.now())) {
      return Outcome.UNTIL_HAS_PASSED;
    }
    String after = set(key, "PAUSED", until);
    runs.delay(Set.of(key));
    audit.note(login, "pause schedule", key.toString(), waiting.settings(), after);
    return Outcome.CHANGED;
  }

  /** Resumes the schedule; a schedule that is not paused does not change. */
  public Outcome resume(String login, JobKey key) {
    Waiting waiting = lock(key);
    if (waiting == null) {
      return notWaiting(key);
    }
    if (waiting.paused()) {
      String after = set(key, "ACTIVE", null);
      runs.delay(Set.of(key));
      audit.note(login, "resume schedule", key.toString(), waiting.settings(), after);
    }
    return Outcome.CHANGED;
  }

  // Two statements: the second sees what the holder of the lock has committed
  private @Nullable Waiting lock(JobKey key) {
    SqlText run =
        new SqlText(
            """
            SELECT id FROM scheduler.job WHERE queue = ? AND job_id = ? AND planned_at IS NOT NULL FOR UPDATE
            """,
            key.queue(),
            key.jobId());
    if (statements.query(PURPOSE, run, row -> row.getLong(1)).isEmpty()) {
      return null;
    }
    SqlText schedule =
        new SqlText(
            """
            SELECT %s AS settings, state = 'PAUSED' AS paused, clock_timestamp() AS now
              FROM scheduler.schedule WHERE queue = ? AND job_id = ?
            """
                .formatted(SETTINGS),
            key.queue(),
            key.jobId());
    return statements.query(PURPOSE, schedule, Waiting::of).stream().findFirst().orElse(null);
  }

  private Outcome notWaiting(JobKey key) {
    SqlText sql =
        new SqlText(
            "SELECT 1 FROM scheduler.schedule WHERE queue = ? AND job_id = ?",
            key.queue(),
            key.jobId());
    return statements.query(PURPOSE, sql, row -> true).isEmpty() ? Outcome.UNKNOWN : Outcome.ENDED;
  }

  private String set(JobKey key, String state, @Nullable Instant until) {
    SqlText sql =
        new SqlText(
            """
            UPDATE scheduler.schedule SET state = ?, paused_until = ?::timestamptz
             WHERE queue = ? AND job_id = ? RETURNING %s
            """
                .formatted(SETTINGS),
            state,
            until == null ? null : until.toString(),
            key.queue(),
            key.jobId());
    return statements.query(PURPOSE, sql, row -> row.getString(1)).get(0);
  }
}
