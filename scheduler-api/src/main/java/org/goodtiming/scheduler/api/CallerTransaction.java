package org.goodtiming.scheduler.api;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** The container's transaction around the caller. */
record CallerTransaction(TransactionSynchronizationRegistry registry) {

  /**
   * @throws JobSchedulerException if there is none
   */
  static CallerTransaction current() {
    try {
      TransactionSynchronizationRegistry registry = lookUp();
      if (registry.getTransactionStatus() != Status.STATUS_ACTIVE) {
        throw new JobSchedulerException(
            "SCHED-0815 a long run can start only in a transaction: use a container-managed transaction for onMessage (transaction attribute REQUIRED)");
      }
      return new CallerTransaction(registry);
    } catch (NamingException e) {
      throw new JobSchedulerException(
          "SCHED-0822 a long run can start only on a thread of the container: " + e.getMessage(),
          e);
    }
  }

  /**
   * Requires that there is no transaction: the scheduler answers only after a commit.
   *
   * @throws JobSchedulerException if there is a transaction
   */
  static void requireNone(String what) {
    try {
      if (lookUp().getTransactionStatus() != Status.STATUS_NO_TRANSACTION) {
        throw new JobSchedulerException(
            "SCHED-0196 cannot %s and wait in a transaction, whose commit comes before the answer: call schedule(), or wait outside of it (transaction attribute NOT_SUPPORTED)"
                .formatted(what));
      }
    } catch (NamingException e) {
      throw new JobSchedulerException(
          "SCHED-0009 cannot %s on a thread that is not the container's: %s"
              .formatted(what, e.getMessage()),
          e);
    }
  }

  @SuppressWarnings("BanJNDI") // A constant name of the platform
  static TransactionSynchronizationRegistry lookUp() throws NamingException {
    return InitialContext.doLookup("java:comp/TransactionSynchronizationRegistry");
  }

  void afterCommit(Runnable action) {
    registry.registerInterposedSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {}

          @Override
          public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
              action.run();
            }
          }
        });
  }
}
