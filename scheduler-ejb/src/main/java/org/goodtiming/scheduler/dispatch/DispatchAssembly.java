package org.goodtiming.scheduler.dispatch;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.goodtiming.scheduler.config.SchedulerConfig;

/** Builds what dispatch shares with the rest of the node. */
@ApplicationScoped
class DispatchAssembly {

  @Produces
  @Singleton
  EarlyDispatch earlyDispatch(SchedulerConfig config) {
    return new EarlyDispatch(config.dispatch().leadTime());
  }
}
