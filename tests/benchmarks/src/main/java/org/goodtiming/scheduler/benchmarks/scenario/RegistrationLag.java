package org.goodtiming.scheduler.benchmarks.scenario;

import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.benchmarks.Loop;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;

/**
 * From the sending of each job to its row, read while it waits. The broker tells the moment of
 * sending in whole milliseconds, and the commit follows a little later.
 */
final class RegistrationLag implements AutoCloseable {

  private static final String NEW_ROWS =
      """
      SELECT id, round(extract(epoch FROM registered_at - sent_at) * 1e6)::bigint
        FROM scheduler.job WHERE queue = ? AND id > ? ORDER BY id""";

  private final DataSource database;
  private final String queue;
  private final Duration betweenLooks;
  private final Loop loop;
  private final LongStream.Builder micros = LongStream.builder();
  private long last;

  private RegistrationLag(DataSource database, String queue, Duration betweenLooks) {
    this.database = database;
    this.queue = queue;
    this.betweenLooks = betweenLooks;
    this.loop = new Loop("registration lag of " + queue);
  }

  /** Looks often enough if no job waits for less than that. */
  static RegistrationLag watch(DataSource database, String queue, Duration delay) {
    var lag = new RegistrationLag(database, queue, delay.dividedBy(3));
    lag.loop.start(lag::look);
    return lag;
  }

  /** Ends the watch. */
  Lateness read() throws Exception {
    loop.stop();
    return Lateness.of(micros.build().sorted().toArray());
  }

  @Override
  public void close() throws Exception {
    loop.stop();
  }

  private void look(BooleanSupplier going) throws SQLException, InterruptedException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(NEW_ROWS)) {
      while (going.getAsBoolean()) {
        Thread.sleep(betweenLooks.toMillis());
        statement.setString(1, queue);
        statement.setLong(2, last);
        try (var row = statement.executeQuery()) {
          while (row.next()) {
            last = row.getLong(1);
            micros.add(row.getLong(2));
          }
        }
      }
    }
  }
}
