package org.goodtiming.scheduler.benchmarks.peers;

import java.sql.SQLException;
import java.util.List;
import org.goodtiming.scheduler.benchmarks.Job;

/** How an application registers jobs at the scheduler. */
interface Registrant extends AutoCloseable {

  /** The settings for the report. */
  String settings();

  void register(Job job) throws SQLException;

  void registerAll(List<Job> jobs) throws SQLException;

  void registerRecurring(List<Job> jobs) throws SQLException;

  @Override
  void close();
}
