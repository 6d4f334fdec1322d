package org.goodtiming.scheduler.container;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.goodtiming.scheduler.config.ServerResources;

/** Resources of the server, for constructors. */
@ApplicationScoped
class ContainerResources {

  @Resource private TransactionSynchronizationRegistry transactions;

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Produces
  TransactionSynchronizationRegistry transactions() {
    return transactions;
  }

  @Produces
  ConnectionFactory connectionFactory() {
    return connectionFactory;
  }
}
