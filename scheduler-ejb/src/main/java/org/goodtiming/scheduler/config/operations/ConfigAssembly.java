package org.goodtiming.scheduler.config.operations;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.ConfigProvider;
import org.goodtiming.scheduler.config.NodeName;

/** Reads the settings of the node. */
@ApplicationScoped
class ConfigAssembly {

  @Produces
  @Singleton
  SchedulerConfig config() {
    return SchedulerConfig.from(
        name -> ConfigProvider.getConfig().getOptionalValue(name, String.class));
  }

  @Produces
  @NodeName
  String nodeName(SchedulerConfig config) {
    return config.node();
  }
}
