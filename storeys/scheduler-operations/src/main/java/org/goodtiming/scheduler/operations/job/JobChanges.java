package org.goodtiming.scheduler.operations.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.execution.rerun.ExtraRuns;
import org.goodtiming.scheduler.job.hold.WaitingJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Changes when a waiting job is due, for operators, in the caller's transaction. */
@Singleton
public final class JobChanges {

  private static final String PURPOSE = "change when a job is due";

  private final Statements statements;
  private final WaitingJobs jobs;
  private final Audit audit;
  private final ExtraRuns extraRuns;

  @Inject
  public JobChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    jobs = new WaitingJobs(dataSource, new ExecutionStore(dataSource, audit.node()));
    this.audit = audit;
    extraRuns = new ExtraRuns(dataSource, audit.node());
  }

  /** The result of a change. */
  public enum Outcome {
    CHANGED,
    /** A run waits beside the planned run of the schedule, which has not changed. */
    ADDED,
    /** No job waits under the key. */
    NOT_WAITING,
    /** The job would expire before it is due. */
    EXPIRES_EARLIER,
    /** It is a run of a schedule that is paused. */
    PAUSED,
    /** It is held, and has to be released first. */
    HELD,
    /** It waits for the ends of other jobs, whenever it is due. */
    AFTER_OTHERS,
    /** It is a run of a schedule, which can be paused but not held. */
    RECURS,
    /** Changed; its expiry has passed, so that dispatch will drop it. */
    EXPIRES
  }

  /**
   * The result of a request to run a job now.
   *
   * @param fireId of the run that is due; null if none is
   */
  public record RunNow(Outcome outcome, @Nullable String fireId) {}

  /**
   * A run that waits.
   *
   * @param recurs whether it is the next run of a schedule
   */
  public record WaitingRun(JobKey key, boolean recurs) {}

  /**
   * Makes the job due at once, and ends its wait for a next attempt. Of a schedule, it adds a run.
   */
  public RunNow runNow(String login, JobKey key) {
    LockedJob job = LockedJob.find(statements, key).orElse(null);
    if (job == null) {
      return new RunNow(Outcome.NOT_WAITING, null);
    }
    if (job.held()) {
      return new RunNow(Outcome.HELD, null);
    }
    if (job.isAfterOthers()) {
      return new RunNow(Outcome.AFTER_OTHERS, null);
    }
    if (!job.isPlannedRun()) {
      // A job that waits for its next attempt was due earlier
      Instant due = job.dueAt().isBefore(job.now()) ? job.dueAt() : job.now();
      Outcome outcome = change(login, "run job now", job, key, new Move.Times(due, job.now()));
      return new RunNow(outcome, outcome == Outcome.CHANGED ? job.fireId() : null);
    }
    return isPaused(key)
        ? new RunNow(Outcome.PAUSED, null)
        : new RunNow(Outcome.ADDED, addRun(login, key, job));
  }

  private String addRun(String login, JobKey key, LockedJob planned) {
    String fireId = extraRuns.submit(planned.id(), login).toString();
    audit.note(
        login, "run schedule now", key.toString(), null, "{\"fireId\":\"%s\"}".formatted(fireId));
    return fireId;
  }

  /** Changes the due time; a held job stays held. */
  public Outcome reschedule(String login, JobKey key, Move move) {
    return LockedJob.find(statements, key)
        .map(job -> change(login, "reschedule job", job, key, move.of(job.times(), job.now())))
        .orElse(Outcome.NOT_WAITING);
  }

  /**
   * The row of a run that waits; if it does, it waits until the transaction ends.
   *
   * @param key of its job or schedule
   */
  public Optional<WaitingRun> waitingRun(JobKey key, UUID fireId) {
    SqlText sql =
        new SqlText(
                """
                SELECT queue, job_id, planned_at IS NOT NULL AS recurs FROM scheduler.job
                 WHERE queue = :queue AND fire_id = :fire_id::uuid
                   AND job_id IN (:job_id, scheduler.recovery_id(:job_id, :fire_id::uuid),
                                  scheduler.recovery_id(:job_id, (SELECT e.run_again_of FROM scheduler.execution e
                                                                  WHERE e.fire_id = :fire_id::uuid)))
                   FOR UPDATE
                """)
            .setKey(key)
            .set("fire_id", fireId);
    return statements.find(
        "query a waiting job",
        sql,
        row ->
            new WaitingRun(
                new JobKey(row.getString("queue"), row.getString("job_id")),
                row.getBoolean("recurs")));
  }

  /**
   * The tag of the waiting job, which is locked until the transaction ends; empty if none waits.
   */
  public Optional<String> lockedTag(String queue, String jobId) {
    SqlText sql =
        new SqlText(
                """
                SELECT id, xmin::text AS version FROM scheduler.job WHERE queue = :queue AND job_id = :job_id FOR UPDATE
                """)
            .set("queue", queue)
            .set("job_id", jobId);
    return statements.find(
        "compare a waiting job",
        sql,
        row -> JobView.tag(row.getLong("id"), row.getString("version")));
  }

  /** Locks the waiting job and describes it for the audit; null if none waits. */
  public @Nullable String describe(JobKey key) {
    return lock(key).map(LockedJob::describe).orElse(null);
  }

  /** Empty if none waits. */
  Optional<LockedJob> lock(JobKey key) {
    return LockedJob.find(statements, key);
  }

  private Outcome change(String login, String action, LockedJob job, JobKey key, Move.Times times) {
    if (isPaused(key)) {
      return Outcome.PAUSED;
    }
    if (!job.outlives(times.eligibleAt())) {
      return Outcome.EXPIRES_EARLIER;
    }
    jobs.moveTo(job.id(), times.dueAt(), times.eligibleAt());
    audit.note(login, action, key.toString(), job.describe(), job.describe(times.dueAt()));
    return Outcome.CHANGED;
  }

  private boolean isPaused(JobKey key) {
    SqlText sql =
        new SqlText(
                """
                SELECT 1 FROM scheduler.schedule
                 WHERE queue = :queue AND job_id = :job_id AND state = 'PAUSED'
                   AND (paused_until IS NULL OR paused_until > clock_timestamp())
                """)
            .setKey(key);
    return !statements.query(PURPOSE, sql, row -> true).isEmpty();
  }
}
