package org.goodtiming.scheduler.operations;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Instant;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.registration.DirectRegistrations;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.telemetry.Events;

/** Registers and cancels jobs, each in a transaction of its own that is committed on return. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class JobTransactions {

  private @Inject DirectRegistrations registrations;
  private @Inject Audit audit;
  private @Inject DueSignal dueSignal;
  private @Inject Events events;
  private @Resource TransactionSynchronizationRegistry transactions;

  /** Registers the job that the JSON object describes. */
  public Receipt schedule(String login, String json) {
    return told(registrations.schedule(login, json));
  }

  /** The same for a job whose key is known. */
  public Receipt schedule(String login, String queue, String jobId, String json) {
    return told(registrations.schedule(login, queue, jobId, json));
  }

  /** Cancels the waiting job. */
  public Receipt cancel(String login, String queue, String jobId) {
    Receipt receipt = registrations.cancel(login, queue, jobId);
    if (receipt.status() == Receipt.Status.CANCELLED) {
      audit.note(login, "cancel job", queue + "/" + jobId, "{\"waiting\":true}", null);
    }
    return told(receipt);
  }

  private Receipt told(Receipt receipt) {
    Instant due = receipt.firstNews();
    if (due != null) {
      dueSignal.afterCommit(due);
    }
    AfterCompletion.afterCommit(transactions, () -> receipt.tell(events));
    return receipt;
  }
}
