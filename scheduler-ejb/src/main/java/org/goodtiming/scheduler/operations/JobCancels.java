package org.goodtiming.scheduler.operations;

import jakarta.transaction.TransactionSynchronizationRegistry;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.registration.DirectRegistrations;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.telemetry.Events;

/** Cancels waiting jobs, in the caller's transaction. */
final class JobCancels {

  private final DirectRegistrations registrations;
  private final Audit audit;
  private final Events events;
  private final TransactionSynchronizationRegistry transactions;

  public JobCancels(
      DirectRegistrations registrations,
      Audit audit,
      Events events,
      TransactionSynchronizationRegistry transactions) {
    this.registrations = registrations;
    this.audit = audit;
    this.events = events;
    this.transactions = transactions;
  }

  Receipt cancel(String login, String queue, String jobId) {
    Receipt receipt = registrations.cancel(login, queue, jobId);
    if (receipt.status() == Receipt.Status.CANCELLED) {
      audit.note(login, "cancel job", queue + "/" + jobId, "{\"waiting\":true}", null);
    }
    if (receipt.status() == Receipt.Status.CANCEL_REQUESTED) {
      audit.note(login, "cancel run", queue + "/" + jobId, null, "{\"cancelRequested\":true}");
    }
    AfterCompletion.afterCommit(transactions, () -> receipt.tell(events));
    return receipt;
  }
}
