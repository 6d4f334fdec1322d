package org.goodtiming.scheduler.operations;

import java.time.Instant;
import java.util.Objects;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.operations.BatchPage.QuarantinedRow;
import org.goodtiming.scheduler.operations.BatchPage.Target;
import org.goodtiming.scheduler.operations.BatchPage.WaitingJob;
import org.goodtiming.scheduler.registration.Receipt;

/** Applies the operation for a single job or row to each one of a page. */
final class BatchVerbs {

  private final JobChanges jobs;
  private final JobHolds holds;
  private final JobCancels cancels;
  private final QuarantineChanges quarantine;
  private final DueSignal dueSignal;

  public BatchVerbs(
      JobChanges jobs,
      JobHolds holds,
      JobCancels cancels,
      QuarantineChanges quarantine,
      DueSignal dueSignal) {
    this.jobs = jobs;
    this.holds = holds;
    this.cancels = cancels;
    this.quarantine = quarantine;
    this.dueSignal = dueSignal;
  }

  /** In the caller's transaction. */
  BatchTally apply(BatchOperation operation, BatchPage page) {
    switch (operation.verb()) {
      case RUN_NOW, RELEASE -> dueSignal.afterCommit(Instant.EPOCH);
      case RESCHEDULE -> dueSignal.afterCommit(dueAt(operation));
      case CANCEL, HOLD, RESUBMIT, DELETE -> {}
    }
    BatchTally tally = BatchTally.NOTHING;
    for (Target target : page.targets()) {
      tally = apply(operation, target, tally);
    }
    return tally;
  }

  private BatchTally apply(BatchOperation operation, Target target, BatchTally tally) {
    if (target instanceof WaitingJob job) {
      return isAsRead(job) ? change(operation, job, tally) : tally;
    }
    long id = ((QuarantinedRow) target).id();
    String login = operation.requestedBy();
    boolean found =
        operation.verb() == BatchVerb.DELETE
            ? quarantine.discard(login, id)
            : quarantine.resubmit(login, id);
    return found ? tally.plusDone() : tally;
  }

  /** Locks the job. A job that has changed no longer matches, or is on a later page. */
  private boolean isAsRead(WaitingJob job) {
    JobKey key = job.key();
    return jobs.lockedTag(key.queue(), key.jobId()).filter(job.tag()::equals).isPresent();
  }

  private BatchTally change(BatchOperation operation, WaitingJob job, BatchTally tally) {
    String login = operation.requestedBy();
    return switch (operation.verb()) {
      case CANCEL -> cancelled(cancels.cancel(login, job.key().queue(), job.key().jobId()), tally);
      case RUN_NOW -> changed(job, jobs.runNow(login, job.key()), tally);
      case RESCHEDULE -> changed(job, jobs.reschedule(login, job.key(), dueAt(operation)), tally);
      case HOLD -> changed(job, holds.hold(login, job.key()), tally);
      case RELEASE -> changed(job, holds.release(login, job.key()), tally);
      case RESUBMIT, DELETE -> throw new IllegalStateException(operation.verb() + " of a job");
    };
  }

  private static BatchTally cancelled(Receipt receipt, BatchTally tally) {
    return switch (receipt.status()) {
      case CANCELLED, CANCEL_REQUESTED -> tally.plusDone();
      case REJECTED -> tally.plusRefused(receipt.code() + " " + receipt.reason());
      case OVERTAKEN, CANCEL_NOTED, ACCEPTED, REPLACED, KEPT -> tally;
    };
  }

  private static BatchTally changed(WaitingJob job, JobChanges.Outcome outcome, BatchTally tally) {
    return switch (outcome) {
      case CHANGED, EXPIRES -> tally.plusDone();
      case NOT_WAITING -> tally;
      case PAUSED ->
          tally.plusRefused("job '%s' is a run of a paused schedule".formatted(job.key()));
      case HELD -> tally.plusRefused("job '%s' is held: release it first".formatted(job.key()));
      case RECURS ->
          tally.plusRefused(
              "job '%s' is a run of a schedule: pause the schedule".formatted(job.key()));
      case EXPIRES_EARLIER ->
          tally.plusRefused("job '%s' expires before it would be due".formatted(job.key()));
    };
  }

  private static Instant dueAt(BatchOperation operation) {
    return Objects.requireNonNull(operation.dueAt());
  }
}
