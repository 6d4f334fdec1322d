package org.goodtiming.scheduler.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.Loop;
import org.goodtiming.scheduler.benchmarks.Table;

/** The limit of the database: its fastest statements, and no scheduler around them. */
final class PostgresContender implements Contender {
  private static final int BATCH = 1000;

  private static final String INSERT = "INSERT INTO job (due_at, payload) VALUES (?, ?)";
  private static final String INSERT_ALL =
      "INSERT INTO job (due_at, payload) SELECT * FROM unnest(?::timestamptz[], ?::text[])";
  private static final String CLAIM =
      """
      DELETE FROM job WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM job WHERE due_at <= clock_timestamp()
        ORDER BY due_at LIMIT %d FOR UPDATE SKIP LOCKED))
      RETURNING payload"""
          .formatted(BATCH);

  private final HikariDataSource database;
  private final Loop loop = new Loop("claim");

  PostgresContender(Access access) {
    database = access.pool(Registration.CLIENTS);
  }

  @Override
  public void install() throws SQLException {
    Table.run(
        database,
        """
        CREATE TABLE job (
          id      bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          due_at  timestamptz NOT NULL,
          payload text        NOT NULL
        );
        CREATE INDEX job_due ON job (due_at)""");
  }

  @Override
  public String settings() {
    return "insert of one row; unnest insert and claim by DELETE ... RETURNING of %,d rows per transaction, one phase"
        .formatted(BATCH);
  }

  @Override
  public void register(Job job) throws SQLException {
    try (var connection = database.getConnection();
        var insert = connection.prepareStatement(INSERT)) {
      insert.setObject(1, job.due().atOffset(ZoneOffset.UTC));
      insert.setString(2, job.payload());
      insert.executeUpdate();
    }
  }

  @Override
  public void registerAll(List<Job> jobs) throws SQLException {
    var dueAt = new OffsetDateTime[jobs.size()];
    var payloads = new String[jobs.size()];
    for (int i = 0; i < dueAt.length; i++) {
      dueAt[i] = jobs.get(i).due().atOffset(ZoneOffset.UTC);
      payloads[i] = jobs.get(i).payload();
    }
    try (var connection = database.getConnection();
        var insert = connection.prepareStatement(INSERT_ALL)) {
      insert.setArray(1, connection.createArrayOf("timestamptz", dueAt));
      insert.setArray(2, connection.createArrayOf("text", payloads));
      insert.executeUpdate();
    }
  }

  @Override
  public void settle() throws SQLException {
    new Table(database, "job").vacuum();
  }

  @Override
  public void start(Purpose purpose, Consumer<String> handler) {
    loop.start(
        going -> {
          try (var connection = database.getConnection()) {
            while (going.getAsBoolean()) {
              claim(connection, handler);
            }
          }
        });
  }

  @Override
  public void stop() throws Exception {
    loop.stop();
  }

  @Override
  public void addWaiting(int jobs) throws SQLException {
    Table.run(
        database,
        """
        INSERT INTO job (due_at, payload)
        SELECT '%s', '%s' FROM generate_series(1, %d)"""
            .formatted(Waiting.DUE, Waiting.JOB.payload(), jobs));
    new Table(database, "job").vacuum();
  }

  @Override
  public void forgetDue() throws SQLException {
    Table.run(database, "DELETE FROM job WHERE due_at < " + Waiting.BORDER);
    new Table(database, "job").vacuum();
  }

  @Override
  public void close() throws Exception {
    stop();
    database.close();
  }

  private static void claim(Connection connection, Consumer<String> handler) throws SQLException {
    try (var claim = connection.prepareStatement(CLAIM);
        var claimed = claim.executeQuery()) {
      while (claimed.next()) {
        handler.accept(claimed.getString(1));
      }
    }
  }
}
