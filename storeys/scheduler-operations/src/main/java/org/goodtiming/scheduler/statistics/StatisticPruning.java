package org.goodtiming.scheduler.statistics;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.config.operations.StatisticConfig;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Makes the partitions of the next days, and drops those of old days. */
@Singleton
final class StatisticPruning implements LeaderTask {

  private final Statements statements;
  private final Duration age;

  @Inject
  StatisticPruning(DataSource dataSource, StatisticConfig config) {
    this.statements = new Statements(dataSource);
    this.age = config.age();
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "statistic-pruning",
        Duration.ofMinutes(10),
        "SCHED-0994 could not make or drop partitions of the statistics; next try in 10 minutes");
  }

  @Override
  public void run() {
    statements.run(
        "make partitions of the statistics", new SqlText("SELECT scheduler.prepare_statistics()"));
    statements.run(
        "drop partitions of the statistics",
        new SqlText("SELECT scheduler.prune_statistics(:age::interval)").set("age", age));
  }
}
