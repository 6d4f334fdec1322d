package org.goodtiming.scheduler.recovery;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.CoreConfig;

/** Builds what resolves transactions in doubt. */
@ApplicationScoped
class RecoveryAssembly {

  @Produces
  @Singleton
  CommitMarker commitMarker(
      CoreConfig config,
      DataSource xa,
      TransactionSynchronizationRegistry transactions,
      RolledBackHere rolledBack) {
    return CommitMarker.of(config, xa, transactions, rolledBack);
  }
}
