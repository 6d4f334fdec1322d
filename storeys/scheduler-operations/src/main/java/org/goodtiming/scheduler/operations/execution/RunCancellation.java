package org.goodtiming.scheduler.operations.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.RunCancels;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobCancels;
import org.goodtiming.scheduler.operations.job.JobChanges;

/** Cancels tracked runs, in the caller's transaction. */
@Singleton
public record RunCancellation(
    JobChanges changes, JobCancels jobCancels, RunCancels cancels, Audit audit) {

  @Inject
  public RunCancellation {}

  /** Removes the job of the run if it waits, and else asks its worker to stop. */
  public RunCancel cancel(String login, JobKey key, UUID fireId) {
    Optional<JobChanges.WaitingRun> waiting = changes.waitingRun(key, fireId);
    if (waiting.isPresent()) {
      if (waiting.get().recurs()) {
        return RunCancel.RECURS;
      }
      JobKey found = waiting.get().key();
      return RunCancel.ofWaiting(
          jobCancels.cancel(login, found.queue(), found.jobId()).receipt().status());
    }
    RunCancel cancel = cancels.request(fireId, login).map(RunCancel::of).orElse(RunCancel.UNKNOWN);
    if (cancel == RunCancel.REQUESTED) {
      audit.note(login, "cancel run", key + " " + fireId, null, "{\"cancelRequested\":true}");
    }
    return cancel;
  }
}
