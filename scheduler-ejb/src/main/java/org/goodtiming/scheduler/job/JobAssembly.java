package org.goodtiming.scheduler.job;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.encryption.PayloadCipher;

/** Builds what jobs share with the database and the transactions of the node. */
@ApplicationScoped
class JobAssembly {

  @Resource(lookup = "jdbc/schedulerLease")
  private DataSource nonXa;

  @Resource private TransactionSynchronizationRegistry transactions;

  @Produces
  @Singleton
  DatabaseLimits databaseLimits(SchedulerConfig config) {
    return new DatabaseLimits(nonXa, config.database(), config.transactions());
  }

  @Produces
  @Singleton
  PayloadCipher payloadCipher(SchedulerConfig config) {
    return new PayloadCipher(config.encryption());
  }

  @Produces
  @Singleton
  DueSignal dueSignal() {
    return new DueSignal(transactions);
  }
}
