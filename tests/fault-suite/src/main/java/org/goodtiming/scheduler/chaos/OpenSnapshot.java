package org.goodtiming.scheduler.chaos;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A transaction that has read all jobs and does nothing more.
 *
 * @param oldest the oldest transaction that it may still see as active, of PostgreSQL's type xid8
 */
record OpenSnapshot(Connection transaction, long oldest) implements AutoCloseable {

  static OpenSnapshot on(DataSource source) throws SQLException {
    var connection = source.getConnection();
    try (var statement = connection.createStatement()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setAutoCommit(false);
      statement.execute("SELECT count(*) FROM scheduler.job");
      try (var row =
          statement.executeQuery("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")) {
        row.next();
        return new OpenSnapshot(connection, row.getLong(1));
      }
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** How many transactions the primary has begun since. */
  long age(Sql primary) {
    return primary.number(
        "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint - " + oldest);
  }

  /** Rolls the transaction back. */
  @Override
  public void close() throws SQLException {
    transaction.close();
  }
}
