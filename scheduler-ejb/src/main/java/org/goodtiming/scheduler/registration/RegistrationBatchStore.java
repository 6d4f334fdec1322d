package org.goodtiming.scheduler.registration;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.message.FailedBatches;
import org.goodtiming.scheduler.message.FailedBatches.Progress;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.recovery.CommitMarker;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.Events;
import org.jspecify.annotations.Nullable;

/** Stores a batch and sends its receipts, in the transaction that consumed it. */
@Singleton
class RegistrationBatchStore {

  @Inject private Registrar registrar;
  @Inject private NonPersistentMessages nonPersistent;
  @Inject private DueSignal dueSignal;
  @Inject private CommitMarker marker;
  @Inject private Events events;
  @Inject private CoreConfig config;
  @Inject private FailedBatches failures;
  @Inject private Servers servers;
  @Resource private TransactionSynchronizationRegistry transactions;

  /** An empty batch, of which the node remembers whether its transaction fails. */
  RegistrationBatch newBatch(IncomingMessageReader reader) {
    RegistrationBatch batch =
        new RegistrationBatch(config.registration().batchSize(), failures.limit(), reader);
    AfterCompletion.register(
        transactions,
        status -> failures.ended(batch.contents(), batch.progress(), status, servers::allAnswer));
    return batch;
  }

  /**
   * @param delivered the message of the batch with which the container began the transaction; null
   *     if the batch was consumed by the context alone
   */
  void store(RegistrationBatch batch, JMSContext context, @Nullable Message delivered)
      throws JMSException {
    List<IncomingMessage> messages = batch.messages();
    messages.forEach(each -> nonPersistent.note(each.content().origin()));
    List<Reply> answers = register(batch);
    marker.leave(context, delivered);
    ReceiptSender sender = new ReceiptSender(context, failures);
    for (int i = 0; i < answers.size(); i++) {
      sender.send(messages.get(i), answers.get(i));
    }
    stored(answers);
  }

  private List<Reply> register(RegistrationBatch batch) {
    try {
      List<Reply> answers = registrar.register(batch.contents(), this::read);
      batch.reached(Progress.STORED);
      return answers;
    } catch (RuntimeException | Error e) {
      batch.reached(FailedBatches.progress(e));
      throw e;
    }
  }

  private Intent read(RegistrationParser parser, ReceivedMessage message, Instant now) {
    return failures.isGivenUp(message)
        ? RegistrationParser.refused(message, Refusal.STORE_FAILED.because())
        : parser.parse(message, now);
  }

  /** Informs the node about what the current transaction has stored, once it commits. */
  void stored(List<Reply> answers) {
    signal(answers);
    tellAfterCommit(answers);
  }

  private void tellAfterCommit(List<Reply> answers) {
    RegistrationTally tally = new RegistrationTally();
    answers.forEach(answer -> answer.addTo(tally));
    AfterCompletion.afterCommit(transactions, () -> tally.tell(events));
  }

  static EJBException unreadable(JMSException cause) {
    return new EJBException(
        "SCHED-0162 cannot read a registration or its reply address; it will be redelivered: "
            + cause.getMessage(),
        cause);
  }

  private void signal(List<Reply> answers) {
    answers.stream()
        .map(Reply::firstNews)
        .filter(Objects::nonNull)
        .min(Comparator.<Instant>naturalOrder())
        .ifPresent(dueSignal::afterCommit);
  }
}
