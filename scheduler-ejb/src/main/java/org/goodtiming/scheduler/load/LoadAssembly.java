package org.goodtiming.scheduler.load;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.goodtiming.scheduler.broker.BrokerBacklogs;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds the watch over backlogs. */
@ApplicationScoped
class LoadAssembly {

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Produces
  @Singleton
  BacklogWatch backlogWatch(BrokerManagement management, Events events) {
    return new BacklogWatch(
        new BrokerBacklogs(management).questions(), new BacklogStore(xa), events);
  }
}
