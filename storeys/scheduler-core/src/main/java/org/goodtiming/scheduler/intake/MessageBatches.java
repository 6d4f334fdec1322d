package org.goodtiming.scheduler.intake;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.message.ReceivedMessage;

/** Begins the batches of an intake, and remembers on this node which could not be stored. */
public final class MessageBatches {

  private final BatchRules rules;
  private final FailedBatches failures;
  private final TransactionSynchronizationRegistry transactions;
  private final BooleanSupplier serversAnswer;

  /**
   * @param serversAnswer whether no outage explains a failure
   */
  public MessageBatches(
      BatchRules rules,
      TransactionSynchronizationRegistry transactions,
      BooleanSupplier serversAnswer) {
    this.rules = rules;
    this.failures = new FailedBatches(rules.messages());
    this.transactions = transactions;
    this.serversAnswer = serversAnswer;
  }

  public FailedBatches failures() {
    return failures;
  }

  /** An empty batch of the current transaction. */
  public MessageBatch begin(IncomingMessageReader reader) {
    MessageBatch batch = new MessageBatch(rules, failures.limit(), reader);
    AfterCompletion.register(
        transactions,
        status -> failures.ended(batch.contents(), batch.progress(), status, serversAnswer));
    return batch;
  }

  /** Stores a message in the current transaction that was not consumed. */
  public void store(ReceivedMessage message, Runnable storing) {
    MessageBatch batch = begin(unread -> message);
    batch.add(message);
    batch.store(Intake.Store.silent(messages -> storing.run()));
  }
}
