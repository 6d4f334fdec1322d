package org.goodtiming.scheduler.deadletter;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.telemetry.Events;
import org.goodtiming.scheduler.telemetry.Servers;

/** Builds what quarantines dead letters. */
@ApplicationScoped
class DeadLetterAssembly {

  @Resource private TransactionSynchronizationRegistry transactions;

  @Produces
  @Singleton
  DeadLetters deadLetters(
      Quarantine quarantine, ExecutionStore executions, Events events, Servers servers) {
    return new DeadLetters(quarantine, executions, transactions, events, servers::allAnswer);
  }
}
