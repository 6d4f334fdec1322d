package org.goodtiming.scheduler.job;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** A callback after the completion of a transaction, with its status. */
@FunctionalInterface
public interface AfterCompletion extends Synchronization {

  /**
   * Has it done when the current transaction is over. If that accepts no synchronization any more,
   * because it is marked for rollback for example, it is done at once, and the caller fails.
   */
  static void register(TransactionSynchronizationRegistry transactions, AfterCompletion action) {
    try {
      transactions.registerInterposedSynchronization(action);
    } catch (RuntimeException tooLate) {
      action.afterCompletion(Status.STATUS_UNKNOWN);
      throw tooLate;
    }
  }

  /** Has it done once the current transaction has committed; not at all if it rolls back. */
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
