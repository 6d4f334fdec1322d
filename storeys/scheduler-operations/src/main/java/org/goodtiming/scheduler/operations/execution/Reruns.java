package org.goodtiming.scheduler.operations.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.execution.rerun.RerunStore;
import org.goodtiming.scheduler.execution.rerun.RerunStore.Source;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.registration.direct.DirectRegistrations;
import org.goodtiming.scheduler.telemetry.Events;

/** Runs ended runs again, in the caller's transaction, by the rules of registrations. */
@Singleton
public record Reruns(
    RerunStore store, DirectRegistrations registrations, Audit audit, Signals signals) {

  /** The signals after the commit. */
  @Singleton
  record Signals(DueSignal due, Events events, TransactionSynchronizationRegistry transactions) {

    @Inject
    Signals {}

    private void afterCommit(Receipt receipt) {
      due.afterCommit(Instant.EPOCH);
      AfterCompletion.afterCommit(transactions, () -> receipt.tell(events));
    }
  }

  @Inject
  public Reruns {}

  /**
   * Registers a job with the input of the run.
   *
   * @param login needs a grant for the worker queue
   */
  public Rerun runAgain(String login, UUID fireId) {
    Source source = store.lock(fireId).orElse(null);
    if (source == null) {
      return new Rerun.Unknown();
    }
    Optional<Receipt> refusal = registrations.refusal(login, source.key());
    if (refusal.isPresent()) {
      return new Rerun.Refused(refusal.get());
    }
    if (!source.canRunAgain()) {
      return new Rerun.WrongState(source.state());
    }
    return source.hasInput() ? submit(login, source) : new Rerun.InputGone();
  }

  private Rerun submit(String login, Source source) {
    UUID fireId = UUID.randomUUID();
    if (store.submit(source.fireId(), fireId, login).isEmpty()) {
      return new Rerun.Refused(Receipt.alreadyWaiting(source.key()));
    }
    String subject = source.key() + " " + source.fireId();
    audit.note(login, "run again", subject, null, "{\"fireId\":\"%s\"}".formatted(fireId));
    signals.afterCommit(Receipt.ofRunAgain(source.key(), fireId));
    return new Rerun.Submitted(fireId, source.fireId(), source.key());
  }
}
