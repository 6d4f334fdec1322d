package org.goodtiming.scheduler.recovery;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.sql.DataSource;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds what resolves transactions in doubt. */
@ApplicationScoped
class RecoveryAssembly {

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Resource private TransactionSynchronizationRegistry transactions;

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Produces
  @Singleton
  CommitMarker commitMarker(CoreConfig config, RolledBackHere rolledBack) {
    return CommitMarker.of(config, xa, transactions, rolledBack);
  }

  @Produces
  @Singleton
  PreparedTransactions preparedTransactions(
      CoreConfig config, BrokerManagement management, Events events) {
    return new PreparedTransactions(xa, connectionFactory, management, config.node(), events);
  }
}
