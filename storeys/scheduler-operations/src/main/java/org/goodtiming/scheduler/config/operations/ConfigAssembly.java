package org.goodtiming.scheduler.config.operations;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.ConfigProvider;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.config.TransactionMode;
import org.goodtiming.scheduler.config.work.ExecutionConfig;
import org.goodtiming.scheduler.config.work.ScheduleConfig;

/** Reads the settings of the node, for constructors: all of them, or those of one feature. */
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

  @Produces
  DatabaseConfig database(SchedulerConfig config) {
    return config.database();
  }

  @Produces
  ExecutionConfig execution(SchedulerConfig config) {
    return config.execution();
  }

  @Produces
  LeaseConfig lease(SchedulerConfig config) {
    return config.lease();
  }

  @Produces
  QuarantineConfig quarantine(SchedulerConfig config) {
    return config.quarantine();
  }

  @Produces
  RestConfig rest(SchedulerConfig config) {
    return config.rest();
  }

  @Produces
  StatisticConfig statistics(SchedulerConfig config) {
    return config.statistics();
  }

  @Produces
  TransactionMode transactions(SchedulerConfig config) {
    return config.transactions();
  }

  @Produces
  DispatchConfig dispatch(SchedulerConfig config) {
    return config.dispatch();
  }

  @Produces
  RegistrationConfig registration(SchedulerConfig config) {
    return config.registration();
  }

  @Produces
  ScheduleConfig schedule(SchedulerConfig config) {
    return config.schedule();
  }

  @Produces
  Redaction redaction(SchedulerConfig config) {
    return config.registration().redaction();
  }
}
