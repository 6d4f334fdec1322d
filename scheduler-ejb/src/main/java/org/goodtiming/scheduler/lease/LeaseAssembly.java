package org.goodtiming.scheduler.lease;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.CurrentDuties;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds the leases of this node. */
@ApplicationScoped
class LeaseAssembly {

  @Resource(lookup = "jdbc/schedulerLease")
  private DataSource nonXa;

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Produces
  @Singleton
  DutyWatch dutyWatch(CoreConfig config, CurrentDuties duties, Events events) {
    return new DutyWatch(xa, config.node(), duties, new BeanDeliveries(), events);
  }

  @Produces
  @Singleton
  Leases leases(CoreConfig config, Events events) {
    return new Leases(new LeaseStore(nonXa), config.lease(), Incarnation.of(config.node()), events);
  }
}
