package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import org.goodtiming.scheduler.background.CurrentDuties;
import org.goodtiming.scheduler.background.TaskThreads;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.Events;

/** The dependencies that all partitions of a node share, and the receivers of their reports. */
@Singleton
record DispatchNode(
    CoreConfig config,
    SchemaVersion schema,
    Servers servers,
    NodeHealth health,
    CurrentDuties duties,
    TaskThreads threads,
    Events events) {

  @Inject
  DispatchNode {}

  DispatchLog log(Logger logger) {
    return new DispatchLog(logger, config.node());
  }

  /** Whether it may lead, by its setting and by what operators want. */
  boolean mayLead() {
    return config.dispatch().enabled() && duties.get().dispatches();
  }
}
