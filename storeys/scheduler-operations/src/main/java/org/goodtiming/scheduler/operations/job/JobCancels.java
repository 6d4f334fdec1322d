package org.goodtiming.scheduler.operations.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Optional;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.registration.direct.DirectRegistrations;
import org.goodtiming.scheduler.telemetry.Events;

/** Cancels waiting jobs, in the caller's transaction. */
@Singleton
public record JobCancels(
    DirectRegistrations registrations,
    JobChanges jobs,
    Audit audit,
    Events events,
    TransactionSynchronizationRegistry transactions) {

  @Inject
  public JobCancels {}

  /**
   * What a cancel has done.
   *
   * @param endedSchedule whether the job was the next run of a schedule, which has ended
   */
  public record Cancel(Receipt receipt, boolean endedSchedule) {}

  /** Empty if the job is the next run of a schedule, which goes on. */
  public Optional<Cancel> cancelUnlessRecurs(String login, JobKey key) {
    return jobs.lock(key).filter(LockedJob::recurs).isPresent()
        ? Optional.empty()
        : Optional.of(cancel(login, key.queue(), key.jobId()));
  }

  public Cancel cancel(String login, String queue, String jobId) {
    JobBefore before = new JobBefore(jobs);
    Receipt receipt = registrations.cancel(login, queue, jobId, before);
    String subject = queue + "/" + jobId;
    boolean ended = receipt.status() == Receipt.Status.CANCELLED && before.recurred();
    switch (receipt.status()) {
      case CANCELLED ->
          audit.note(
              login, ended ? "end schedule" : "cancel job", subject, before.description(), null);
      case CANCEL_REQUESTED ->
          audit.note(login, "cancel run", subject, null, "{\"cancelRequested\":true}");
      case CANCEL_NOTED ->
          audit.note(login, "cancel job", subject, before.description(), "{\"cancelNoted\":true}");
      case ACCEPTED, REPLACED, KEPT, REJECTED, OVERTAKEN, ACCEPTABLE -> {}
    }
    AfterCompletion.afterCommit(transactions, () -> receipt.tell(events));
    return new Cancel(receipt, ended);
  }
}
