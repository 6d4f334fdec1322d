package org.goodtiming.scheduler.broker;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import org.goodtiming.scheduler.config.ServerResources;

/** Builds the access to the broker's management. */
@ApplicationScoped
class BrokerAssembly {

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Produces
  @Singleton
  BrokerManagement brokerManagement() {
    return new BrokerManagement(connectionFactory);
  }
}
