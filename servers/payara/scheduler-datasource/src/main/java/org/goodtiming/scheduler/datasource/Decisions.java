package org.goodtiming.scheduler.datasource;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code scheduler.decision}. A transaction that is to leave evidence writes one as its
 * last statement; the row is there exactly if the transaction has committed.
 *
 * @param node the name of this node, which the rows tell
 */
record Decisions(Connections connections, String node) {

  private static final Logger LOG = System.getLogger(Decisions.class.getName());
  private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(200);
  private static final String UNKNOWN = "in progress";

  /** Opens connections that are not part of any transaction. */
  interface Connections {
    Connection open() throws SQLException;

    /** Opens a connection, and closes it if it cannot be prepared. */
    default Connection open(Preparation preparation) throws SQLException {
      Connection connection = open();
      try {
        preparation.prepare(connection);
        return connection;
      } catch (SQLException | RuntimeException | Error e) {
        try (connection) {
          throw e;
        }
      }
    }
  }

  /** Prepares a new connection for use. */
  interface Preparation {
    void prepare(Connection connection) throws SQLException;
  }

  /**
   * @param consumed the message with which the container began the transaction; null if none
   */
  void write(Connection transaction, UUID id, @Nullable String consumed) throws SQLException {
    try (PreparedStatement insert =
        transaction.prepareStatement(
            "INSERT INTO scheduler.decision (id, node, consumed) VALUES (?, ?, ?)")) {
      insert.setObject(1, id);
      insert.setString(2, node);
      insert.setString(3, consumed);
      insert.executeUpdate();
    }
  }

  /**
   * Whether the transaction has committed. If it has not, it cannot commit any more. Repeats the
   * query while the database is away, because only the database knows, and a guess would lose jobs.
   * If the process dies meanwhile, another node decides by the same row.
   *
   * @param failure why it is not known
   */
  boolean isCommitted(UUID id, SQLException failure) {
    LOG.log(
        Level.WARNING,
        "SCHED-0613 no answer to the commit of transaction {0}; asking the database for its outcome: {1}",
        id,
        failure.getMessage());
    String outcome = ask(id);
    LOG.log(Level.WARNING, "SCHED-0614 the outcome of transaction {0} is: {1}", id, outcome);
    return "committed".equals(outcome);
  }

  private String ask(UUID id) {
    boolean interrupted = false;
    String outcome = outcome(id);
    while (UNKNOWN.equals(outcome)) {
      LockSupport.parkNanos(BETWEEN_QUESTIONS.toNanos());
      interrupted |= Thread.interrupted();
      outcome = outcome(id);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  private String outcome(UUID id) {
    try (Connection connection = connections.open();
        PreparedStatement decide = connection.prepareStatement("SELECT scheduler.decide(?, ?)")) {
      decide.setObject(1, id);
      decide.setString(2, node);
      try (ResultSet row = decide.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    } catch (SQLException e) {
      LOG.log(Level.DEBUG, "no answer yet about transaction {0}: {1}", id, e.getMessage());
      return UNKNOWN;
    }
  }
}
