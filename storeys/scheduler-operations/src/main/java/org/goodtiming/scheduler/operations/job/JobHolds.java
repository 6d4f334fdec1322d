package org.goodtiming.scheduler.operations.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.hold.WaitingJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobChanges.Outcome;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Holds and releases waiting jobs for operators, in the caller's transaction. Dispatch sees only
 * the time from which it may claim a job, so a hold costs it nothing.
 */
@Singleton
public final class JobHolds {

  private static final String HELD = "{\"held\":true}";
  private static final String NOT_HELD = "{\"held\":false}";

  private final Statements statements;
  private final WaitingJobs jobs;
  private final Audit audit;

  @Inject
  public JobHolds(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    jobs = new WaitingJobs(dataSource, new ExecutionStore(dataSource, audit.node()));
    this.audit = audit;
  }

  /** Keeps the job from dispatch until it is released. A held job keeps its holder. */
  public Outcome hold(String login, JobKey key) {
    LockedJob job = LockedJob.find(statements, key).orElse(null);
    if (job == null) {
      return Outcome.NOT_WAITING;
    }
    if (job.recurs()) {
      return Outcome.RECURS;
    }
    if (!job.held()) {
      jobs.hold(job.id(), login);
      audit.note(login, "hold job", key.toString(), NOT_HELD, HELD);
    }
    return Outcome.CHANGED;
  }

  /** Releases the job for dispatch at its due time. A job that is not held stays unchanged. */
  public Outcome release(String login, JobKey key) {
    LockedJob job = LockedJob.find(statements, key).orElse(null);
    if (job == null) {
      return Outcome.NOT_WAITING;
    }
    if (!job.held()) {
      return Outcome.CHANGED;
    }
    jobs.release(job.id());
    audit.note(login, "release job", key.toString(), HELD, NOT_HELD);
    return job.expiresAtDispatch() ? Outcome.EXPIRES : Outcome.CHANGED;
  }
}
