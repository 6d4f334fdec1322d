package org.goodtiming.scheduler.statistics;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.leader.LeaderTask;

/** Makes the partitions of the next days, and drops those of old days. */
final class StatisticPruning implements LeaderTask {

  private final DataSource dataSource;
  private final Duration age;

  /**
   * @param age how long statistics are kept
   */
  public StatisticPruning(DataSource dataSource, Duration age) {
    this.dataSource = dataSource;
    this.age = age;
  }

  @Override
  public String name() {
    return "statistic-pruning";
  }

  @Override
  public Duration interval() {
    return Duration.ofMinutes(10);
  }

  @Override
  public String failure() {
    return "SCHED-0994 could not make or drop partitions of the statistics; next try in 10 minutes";
  }

  @Override
  public void run() {
    try (Connection connection = dataSource.getConnection()) {
      prepare(connection);
      prune(connection);
    } catch (SQLException e) {
      throw new StoreException("make or drop partitions of the statistics", e);
    }
  }

  private static void prepare(Connection connection) throws SQLException {
    try (PreparedStatement call =
        connection.prepareStatement("SELECT scheduler.prepare_statistics()")) {
      call.execute();
    }
  }

  private void prune(Connection connection) throws SQLException {
    try (PreparedStatement call =
        connection.prepareStatement("SELECT scheduler.prune_statistics(?::interval)")) {
      call.setString(1, age.toString());
      call.execute();
    }
  }
}
