package org.goodtiming.scheduler.operations.batch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.operations.batch.BatchPage.QuarantinedRow;
import org.goodtiming.scheduler.operations.batch.BatchPage.Run;
import org.goodtiming.scheduler.operations.batch.BatchPage.Target;
import org.goodtiming.scheduler.operations.batch.BatchPage.WaitingJob;
import org.goodtiming.scheduler.operations.execution.Rerun;
import org.goodtiming.scheduler.operations.execution.Reruns;
import org.goodtiming.scheduler.operations.execution.RunCancellation;
import org.goodtiming.scheduler.operations.job.JobActions;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.operations.quarantine.QuarantineChanges;
import org.goodtiming.scheduler.operations.quarantine.QuarantineChecks;
import org.goodtiming.scheduler.registration.Receipt;

/** Applies the operation for a single job, row or run to each one of a page. */
@Singleton
record BatchVerbs(
    JobActions jobs,
    QuarantineChanges quarantine,
    QuarantineChecks checks,
    Reruns reruns,
    RunCancellation cancels,
    DueSignal dueSignal) {

  @Inject
  BatchVerbs {}

  /** In the caller's transaction. */
  BatchTally apply(BatchOperation operation, BatchPage page) {
    switch (operation.verb()) {
      case RUN_NOW, RELEASE -> dueSignal.afterCommit(Instant.EPOCH);
      case RESCHEDULE -> dueSignal.afterCommit(move(operation).earliest());
      case CANCEL, HOLD, RESUBMIT, DELETE, RUN_AGAIN, CANCEL_RUNS -> {}
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
    if (target instanceof Run run) {
      String login = operation.requestedBy();
      return operation.verb() == BatchVerb.CANCEL_RUNS
          ? cancelled(login, run, tally)
          : submitted(run, reruns.runAgain(login, run.fireId()), tally);
    }
    return change(operation, ((QuarantinedRow) target).id(), tally);
  }

  private BatchTally change(BatchOperation operation, long rowId, BatchTally tally) {
    String login = operation.requestedBy();
    if (operation.verb() != BatchVerb.DELETE) {
      return resubmitted(login, rowId, tally);
    }
    return quarantine.discard(login, rowId) ? tally.plusDone() : tally;
  }

  /** A row that would be refused is requested, too: then it has the reason. */
  private BatchTally resubmitted(String login, long rowId, BatchTally tally) {
    // Before this transaction locks the row
    Receipt refusal = checks.check(login, rowId, null).refusal();
    if (!quarantine.resubmit(login, rowId)) {
      return tally;
    }
    return refusal == null
        ? tally.plusDone()
        : tally.plusRefused("row %d: %s %s".formatted(rowId, refusal.code(), refusal.reason()));
  }

  private BatchTally cancelled(String login, Run run, BatchTally tally) {
    Optional<Receipt> refusal = reruns.registrations().refusal(login, run.key());
    if (refusal.isPresent()) {
      return tally.plusRefused(
          "job '%s': %s %s".formatted(run.key(), refusal.get().code(), refusal.get().reason()));
    }
    return switch (cancels.cancel(login, run.key(), run.fireId())) {
      case CANCELLED, REQUESTED -> tally.plusDone();
      case TOO_LATE, RECURS, OVERTAKEN, UNKNOWN -> tally;
    };
  }

  private static BatchTally submitted(Run run, Rerun rerun, BatchTally tally) {
    if (rerun instanceof Rerun.Submitted) {
      return tally.plusDone();
    }
    if (rerun instanceof Rerun.Refused refused) {
      return tally.plusRefused(refused.receipt().code() + " " + refused.receipt().reason());
    }
    return rerun instanceof Rerun.InputGone
        ? tally.plusRefused("the input of run '%s' is gone".formatted(run.fireId()))
        : tally;
  }

  /** Locks the job. A job that has changed no longer matches, or is on a later page. */
  private boolean isAsRead(WaitingJob job) {
    JobKey key = job.key();
    return jobs.changes().lockedTag(key.queue(), key.jobId()).filter(job.tag()::equals).isPresent();
  }

  private BatchTally change(BatchOperation operation, WaitingJob job, BatchTally tally) {
    String login = operation.requestedBy();
    return switch (operation.verb()) {
      case CANCEL ->
          cancelled(
              job,
              jobs.cancels().cancel(login, job.key().queue(), job.key().jobId()).receipt(),
              tally);
      case RUN_NOW -> changed(job, jobs.changes().runNow(login, job.key()).outcome(), tally);
      case RESCHEDULE ->
          changed(job, jobs.changes().reschedule(login, job.key(), move(operation)), tally);
      case HOLD -> changed(job, jobs.holds().hold(login, job.key()), tally);
      case RELEASE -> changed(job, jobs.holds().release(login, job.key()), tally);
      case RESUBMIT, DELETE, RUN_AGAIN, CANCEL_RUNS ->
          throw new IllegalStateException(operation.verb() + " of a job");
    };
  }

  private static BatchTally cancelled(WaitingJob job, Receipt receipt, BatchTally tally) {
    return switch (receipt.status()) {
      case CANCELLED, CANCEL_REQUESTED -> tally.plusDone();
      case REJECTED ->
          tally.plusRefused(
              "job '%s': %s %s".formatted(job.key(), receipt.code(), receipt.reason()));
      case OVERTAKEN, CANCEL_NOTED, ACCEPTED, REPLACED, KEPT, ACCEPTABLE -> tally;
    };
  }

  private static BatchTally changed(WaitingJob job, JobChanges.Outcome outcome, BatchTally tally) {
    return switch (outcome) {
      case CHANGED, ADDED, EXPIRES -> tally.plusDone();
      case NOT_WAITING -> tally;
      case PAUSED ->
          tally.plusRefused("job '%s' is a run of a paused schedule".formatted(job.key()));
      case HELD -> tally.plusRefused("job '%s' is held: release it first".formatted(job.key()));
      case AFTER_OTHERS ->
          tally.plusRefused("job '%s' waits for the ends of other jobs".formatted(job.key()));
      case RECURS ->
          tally.plusRefused(
              "job '%s' is a run of a schedule: pause the schedule".formatted(job.key()));
      case EXPIRES_EARLIER ->
          tally.plusRefused("job '%s' expires before it would be due".formatted(job.key()));
    };
  }

  private static Move move(BatchOperation operation) {
    return Objects.requireNonNull(operation.move());
  }
}
