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
  @SuppressWarnings("BanJNDI") // The platform's own name, and no value of anybody's
  static CallerTransaction current() {
    try {
      TransactionSynchronizationRegistry registry =
          InitialContext.doLookup("java:comp/TransactionSynchronizationRegistry");
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
