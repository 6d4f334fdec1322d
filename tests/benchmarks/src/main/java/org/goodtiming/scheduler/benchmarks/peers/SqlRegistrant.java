package org.goodtiming.scheduler.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.Table;

/** By SQL function {@code scheduler.register}, in database transactions of the application. */
final class SqlRegistrant implements Registrant {

  private final HikariDataSource database;
  private final String workerQueue;

  SqlRegistrant(Access access, String workerQueue) throws SQLException {
    this.database = access.pool(Registration.CLIENTS);
    this.workerQueue = workerQueue;
    Table.run(
        database,
        "INSERT INTO scheduler.registration_grant (login, queue) VALUES ('%s', '*') ON CONFLICT DO NOTHING"
            .formatted(access.databaseUser()));
  }

  @Override
  public String settings() {
    return "one transaction per job, with a call of scheduler.register; in bulk %,d jobs per call of scheduler.register_all"
        .formatted(Registration.BULK);
  }

  @Override
  public void register(Job job) throws SQLException {
    try (var connection = database.getConnection();
        var call = connection.prepareStatement("SELECT scheduler.register(?::jsonb, ?)")) {
      call.setString(1, once(job));
      call.setString(2, job.payload());
      call.execute();
    }
  }

  @Override
  public void registerAll(List<Job> jobs) throws SQLException {
    registerAll(jobs, this::once);
  }

  @Override
  public void registerRecurring(List<Job> jobs) throws SQLException {
    registerAll(jobs, this::daily);
  }

  @Override
  public void close() {
    database.close();
  }

  private void registerAll(List<Job> jobs, Function<Job, String> toProperties) throws SQLException {
    String sql = "SELECT cardinality(scheduler.register_all(?::jsonb[], ?))";
    try (var connection = database.getConnection();
        var call = connection.prepareStatement(sql)) {
      call.setArray(1, connection.createArrayOf("text", jobs.stream().map(toProperties).toArray()));
      call.setArray(2, connection.createArrayOf("text", jobs.stream().map(Job::payload).toArray()));
      call.execute();
    }
  }

  private String once(Job job) {
    return properties(job, "\"scheduler_dueAt\": %d".formatted(job.due().toEpochMilli()));
  }

  private String daily(Job job) {
    return properties(
        job,
        "\"scheduler_recurrence\": \"every:PT24H\", \"scheduler_start\": %d"
            .formatted(job.due().toEpochMilli()));
  }

  private String properties(Job job, String due) {
    return "{\"scheduler_queue\": \"%s\", \"scheduler_jobId\": \"%d\", %s}"
        .formatted(workerQueue, job.number(), due);
  }
}
