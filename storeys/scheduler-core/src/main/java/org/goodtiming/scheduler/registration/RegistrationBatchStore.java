package org.goodtiming.scheduler.registration;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.MessageBatch;
import org.goodtiming.scheduler.intake.MessageBatches;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.telemetry.Events;

/** Stores registrations and sends their receipts, in the caller's transaction. */
@Singleton
public record RegistrationBatchStore(
    Registrar registrar,
    NonPersistentMessages nonPersistent,
    DueSignal dueSignal,
    Events events,
    TransactionSynchronizationRegistry transactions,
    MessageBatches batches)
    implements Intake.Store {

  @Inject
  public RegistrationBatchStore {}

  @Override
  public Intake.Answers store(MessageBatch batch) {
    List<ReceivedMessage> messages = batch.contents();
    messages.forEach(each -> nonPersistent.note(each.origin()));
    List<Reply> replies = registrar.register(messages, this::read);
    return context -> {
      ReceiptSender sender = new ReceiptSender(context, batches.failures());
      for (int i = 0; i < replies.size(); i++) {
        sender.send(batch.messages().get(i), messages.get(i), replies.get(i));
      }
      stored(replies);
    };
  }

  private Intent read(RegistrationParser parser, ReceivedMessage message, Instant now) {
    return batches.failures().isGivenUp(message)
        ? RegistrationParser.refused(message, Refusal.STORE_FAILED.because())
        : parser.parse(message, now);
  }

  /** Informs the node, after the commit, about the jobs that the current transaction has stored. */
  public void stored(List<Reply> answers) {
    signal(answers);
    tellAfterCommit(answers);
  }

  private void tellAfterCommit(List<Reply> answers) {
    RegistrationTally tally = new RegistrationTally();
    answers.forEach(answer -> answer.addTo(tally));
    AfterCompletion.afterCommit(transactions, () -> tally.tell(events));
  }

  private void signal(List<Reply> answers) {
    answers.stream()
        .map(Reply::firstNews)
        .filter(Objects::nonNull)
        .min(Comparator.<Instant>naturalOrder())
        .ifPresent(dueSignal::afterCommit);
  }
}
