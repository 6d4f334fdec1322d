package org.goodtiming.scheduler.operations.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Set;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.run.WaitingRuns;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.schedule.ScheduleEdits;
import org.goodtiming.scheduler.schedule.ScheduleEdits.State;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Pauses and resumes schedules for operators, in the caller's transaction. The lock on the waiting
 * run keeps dispatch from the schedule, and waits for a dispatch that has begun.
 */
@Singleton
public final class ScheduleChanges {

  private final Statements statements;
  private final ScheduleEdits schedules;
  private final WaitingRuns runs;
  private final Audit audit;

  @Inject
  public ScheduleChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    schedules = new ScheduleEdits(dataSource);
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
   * Holds the runs of the schedule back.
   *
   * @param until end of the pause; null if only a resume ends it
   */
  public Outcome pause(String login, JobKey key, @Nullable Instant until) {
    State before = lock(key);
    if (before == null) {
      return notWaiting(key);
    }
    if (until != null && !until.isAfter(before.now())) {
      return Outcome.UNTIL_HAS_PASSED;
    }
    String after = schedules.pause(key, until);
    runs.delay(Set.of(key));
    audit.note(login, "pause schedule", key.toString(), before.settings(), after);
    return Outcome.CHANGED;
  }

  /** Resumes the schedule; a schedule that is not paused does not change. */
  public Outcome resume(String login, JobKey key) {
    State before = lock(key);
    if (before == null) {
      return notWaiting(key);
    }
    if (before.paused()) {
      String after = schedules.resume(key);
      runs.delay(Set.of(key));
      audit.note(login, "resume schedule", key.toString(), before.settings(), after);
    }
    return Outcome.CHANGED;
  }

  /**
   * The schedule, of which a run waits. Two statements: the second sees what the holder of the lock
   * has committed.
   */
  private @Nullable State lock(JobKey key) {
    SqlText run =
        new SqlText(
                """
                SELECT id FROM scheduler.job WHERE queue = :queue AND job_id = :job_id AND planned_at IS NOT NULL FOR UPDATE
                """)
            .setKey(key);
    return statements.query("pause or resume a schedule", run, row -> row.getLong(1)).isEmpty()
        ? null
        : schedules.find(key).orElse(null);
  }

  private Outcome notWaiting(JobKey key) {
    return schedules.find(key).isEmpty() ? Outcome.UNKNOWN : Outcome.ENDED;
  }
}
