package org.goodtiming.scheduler.dispatch;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.goodtiming.scheduler.broker.BrokerBacklogs;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.server.Servers;

/** Builds what dispatch shares with the rest of the node. */
@ApplicationScoped
class DispatchAssembly {

  @Produces
  @Singleton
  EarlyDispatch earlyDispatch(CoreConfig config) {
    return new EarlyDispatch(config.dispatch().leadTime());
  }

  @Produces
  @Singleton
  DelayedRegistrations delayedRegistrations(Servers servers, BrokerManagement management) {
    return new DelayedRegistrations(
        servers::recoveries, new BrokerBacklogs(management).questions());
  }
}
