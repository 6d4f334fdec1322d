package org.goodtiming.scheduler.deadletter;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.message.FailedBatches;
import org.goodtiming.scheduler.message.FailedBatches.Progress;
import org.goodtiming.scheduler.message.ReceivedMessage;

/** Remembers which dead letters could not be stored, on this node. */
final class DeadLetterAttempts {

  /** The number of messages that are read from the broker at once. */
  private static final int LARGEST = 50;

  private final TransactionSynchronizationRegistry transactions;
  private final BooleanSupplier serversAnswer;
  private final FailedBatches failures = new FailedBatches(LARGEST);

  /**
   * @param serversAnswer whether no outage explains a failure
   */
  DeadLetterAttempts(
      TransactionSynchronizationRegistry transactions, BooleanSupplier serversAnswer) {
    this.transactions = transactions;
    this.serversAnswer = serversAnswer;
  }

  /** Maximum number of messages to store together. */
  int limit() {
    return failures.limit();
  }

  int timesGivenUp(ReceivedMessage message) {
    return failures.timesGivenUp(message);
  }

  /** Runs code that stores these messages in the current transaction. */
  void attempt(List<ReceivedMessage> messages, Runnable storing) {
    Attempt attempt = new Attempt();
    AfterCompletion.register(
        transactions, status -> failures.ended(messages, attempt.progress, status, serversAnswer));
    try {
      storing.run();
    } catch (RuntimeException | Error e) {
      attempt.progress = FailedBatches.progress(e);
      throw e;
    }
  }

  /** How far a transaction came. */
  private static final class Attempt {

    private Progress progress = Progress.CONSUMED;
  }
}
