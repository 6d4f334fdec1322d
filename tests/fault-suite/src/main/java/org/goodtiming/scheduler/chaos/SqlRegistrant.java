package org.goodtiming.scheduler.chaos;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/** Registers by SQL, one transaction at a time, through every outage. */
final class SqlRegistrant implements Runnable {

  private static final Duration BETWEEN_JOBS = Duration.ofMillis(200);

  private final DataSource dataSource;
  private final StormLedger books;
  private final StormLoad load;
  private final BooleanSupplier storming;

  private SqlRegistrant(
      DataSource dataSource, StormLedger books, StormLoad load, BooleanSupplier storming) {
    this.dataSource = dataSource;
    this.books = books;
    this.load = load;
    this.storming = storming;
  }

  /**
   * @param sql may call the function; its login gets a grant
   */
  static SqlRegistrant of(Sql sql, StormLedger books, StormLoad load, BooleanSupplier storming) {
    sql.execute(
        "INSERT INTO scheduler.registration_grant (login, queue) VALUES (session_user, '*') ON CONFLICT DO NOTHING");
    return new SqlRegistrant(sql.dataSource(), books, load, storming);
  }

  /** Ends with the storm. */
  @Override
  public void run() {
    try {
      while (storming.getAsBoolean()) {
        session();
        Wait.pause(BETWEEN_JOBS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // An outage before the call costs nothing; after that, register tells the books.
  @SuppressWarnings("EmptyCatch")
  private void session() throws InterruptedException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement call =
            connection.prepareStatement("SELECT scheduler.register(?::jsonb, ?)")) {
      while (storming.getAsBoolean()) {
        register(call, load.plain());
        Wait.pause(BETWEEN_JOBS);
      }
    } catch (SQLException outage) {
      // See above
    }
  }

  private void register(PreparedStatement call, Intent intent) throws SQLException {
    call.setString(
        1,
        "{\"scheduler_queue\": \"%s\", \"scheduler_jobId\": \"%s\", \"scheduler_dueAt\": %d}"
            .formatted(intent.queue(), intent.jobId(), intent.dueAt().toEpochMilli()));
    call.setString(2, "chaos " + intent.id());
    boolean acknowledged = false;
    try {
      call.execute();
      acknowledged = true;
    } finally {
      books.sent(List.of(intent), acknowledged);
    }
  }
}
