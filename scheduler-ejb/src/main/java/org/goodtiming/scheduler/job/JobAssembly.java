package org.goodtiming.scheduler.job;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.CoreConfig;

/** Builds what jobs share with the database and the transactions of the node. */
@ApplicationScoped
class JobAssembly {

  @Resource(lookup = "jdbc/schedulerLease")
  private DataSource nonXa;

  @Resource private TransactionSynchronizationRegistry transactions;

  @Produces
  @Singleton
  DatabaseLimits databaseLimits(CoreConfig config) {
    return new DatabaseLimits(nonXa, config.database(), config.transactions());
  }

  @Produces
  @Singleton
  DueSignal dueSignal() {
    return new DueSignal(transactions);
  }
}
