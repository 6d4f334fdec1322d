package org.goodtiming.scheduler.job;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** A callback after the completion of a transaction, with its status. */
@FunctionalInterface
public interface AfterCompletion extends Synchronization {

  /**
   * Runs the callback when the current transaction is over. If the transaction no longer accepts
   * synchronizations, for example because it is marked for rollback, the callback runs at once, and
   * the caller fails.
   */
  static void register(TransactionSynchronizationRegistry transactions, AfterCompletion action) {
    try {
      transactions.registerInterposedSynchronization(action);
    } catch (RuntimeException tooLate) {
      action.afterCompletion(Status.STATUS_UNKNOWN);
      throw tooLate;
    }
  }

  /** Runs the callback after the current transaction has committed; not if it rolls back. */
  static void afterCommit(TransactionSynchronizationRegistry transactions, Runnable action) {
    register(
        transactions,
        status -> {
          if (status == Status.STATUS_COMMITTED) {
            action.run();
          }
        });
  }

  @Override
  default void beforeCompletion() {}
}
