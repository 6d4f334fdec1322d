package org.goodtiming.scheduler.statistics;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;

/** Builds what counts, stores and prunes the statistics. */
@ApplicationScoped
class StatisticAssembly {

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Produces
  @Singleton
  StatisticCounter statisticCounter() {
    return new StatisticCounter(System::nanoTime);
  }

  @Produces
  @Singleton
  StatisticFlush statisticFlush(StatisticCounter counter, SchedulerConfig config) {
    return new StatisticFlush(counter, new StatisticStore(xa, config.node()));
  }

  @Produces
  @Singleton
  StatisticPruning statisticPruning(SchedulerConfig config) {
    return new StatisticPruning(xa, config.statistics().age());
  }
}
