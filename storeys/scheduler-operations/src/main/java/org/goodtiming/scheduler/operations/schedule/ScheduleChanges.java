package org.goodtiming.scheduler.operations.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.run.WaitingRuns;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.schedule.RunMover;
import org.goodtiming.scheduler.schedule.ScheduleEdits;
import org.goodtiming.scheduler.schedule.ScheduleEdits.State;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Pauses and resumes schedules, and skips runs of them, for operators, in the caller's transaction.
 * The lock on the waiting run keeps dispatch from the schedule, and waits for a dispatch that has
 * begun.
 */
@Singleton
public final class ScheduleChanges {

  private final Statements statements;
  private final ScheduleEdits schedules;
  private final WaitingRuns runs;
  private final RunMover mover;
  private final Audit audit;

  @Inject
  public ScheduleChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    schedules = new ScheduleEdits(dataSource);
    ExecutionStore executions = new ExecutionStore(dataSource, audit.node());
    runs = new WaitingRuns(dataSource, executions);
    mover = new RunMover(dataSource, executions);
    this.audit = audit;
  }

  /** The result of a change. */
  public enum Outcome {
    CHANGED,
    /** It was never registered. */
    UNKNOWN,
    /** It has no further run. */
    ENDED,
    /** No run is planned after the waiting one. */
    NO_LATER_RUN,
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

  /** The planned time of the waiting run, which is locked; empty if none waits. */
  public Optional<Instant> lockedNext(JobKey key) {
    return lock(key) == null ? Optional.empty() : Optional.of(schedules.nextPlanned(key));
  }

  /** Skips the waiting run: the next planned one waits instead. */
  public Outcome skip(String login, JobKey key) {
    Instant skipped = lockedNext(key).orElse(null);
    if (skipped == null) {
      return notWaiting(key);
    }
    Instant next = mover.skip(key).orElse(null);
    if (next == null) {
      return Outcome.NO_LATER_RUN;
    }
    audit.note(login, "skip run of schedule", key.toString(), planned(skipped), planned(next));
    return Outcome.CHANGED;
  }

  private static String planned(Instant at) {
    return "{\"nextPlannedAt\":\"%s\"}".formatted(at);
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
    return statements.query("lock the run of a schedule", run, row -> row.getLong(1)).isEmpty()
        ? null
        : schedules.find(key).orElse(null);
  }

  private Outcome notWaiting(JobKey key) {
    return schedules.find(key).isEmpty() ? Outcome.UNKNOWN : Outcome.ENDED;
  }
}
