package org.goodtiming.scheduler.job;

import jakarta.transaction.Synchronization;

/** What is done when a transaction is over, by its status. */
@FunctionalInterface
public interface AfterCompletion extends Synchronization {

  @Override
  default void beforeCompletion() {}
}
