package org.goodtiming.scheduler.execution.history;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.work.ExecutionConfig;
import org.goodtiming.scheduler.config.work.WorkConfig;

/** Builds the pruning, which has limits of the configuration. */
@ApplicationScoped
class HistoryAssembly {

  @Produces
  @Singleton
  ExecutionPruning executionPruning(DataSource xa, WorkConfig config) {
    ExecutionConfig limits = config.execution();
    return new ExecutionPruning(xa, limits.historyAge(), limits.historyCount());
  }
}
