package org.goodtiming.scheduler.config;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * How the database takes part in the scheduler's transactions with the broker. The data source
 * {@code jdbc/scheduler} must be of the same kind.
 */
public enum TransactionMode {
  /** The broker prepares, the database commits in one phase and decides, the broker commits. */
  LAST_RESOURCE,
  /** Database and broker both prepare, then both commit. */
  XA;

  public static TransactionMode from(Settings settings) {
    return settings.choice(
        "scheduler.transactions",
        LAST_RESOURCE,
        values(),
        TransactionMode::text,
        "SCHED-0407 scheduler.transactions is '%s' but must be last-resource or xa");
  }

  /** The name of the client info property that tells others of which node a session is. */
  private static final String SESSION_NAME = "ApplicationName";

  /** The name of a client info property that only {@code scheduler-datasource} supports. */
  public static final String DECISION = "scheduler.decision";

  /** The client info property for the message with which the container began the transaction. */
  public static final String CONSUMED = "scheduler.consumed";

  /**
   * @param dataSource takes part in the transactions
   * @param node whose name its sessions must have; other nodes decide by it what is in doubt
   * @return what is wrong with it, empty if it fits
   */
  public Optional<String> problem(DataSource dataSource, String node) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return problem(connection, node);
    }
  }

  private Optional<String> problem(Connection connection, String node) throws SQLException {
    TransactionMode found = connection.getClientInfo(DECISION) == null ? XA : LAST_RESOURCE;
    if (found != this) {
      return Optional.of(
          "SCHED-0612 scheduler.transactions is %s but the data source jdbc/scheduler belongs to %s: point it to the pool of that mode, or change the setting"
              .formatted(text(), found.text()));
    }
    String name = connection.getClientInfo(SESSION_NAME);
    return node.equals(name)
        ? Optional.empty()
        : Optional.of(
            "SCHED-0616 the sessions of the data source jdbc/scheduler have the name '%s' but must have that of the node, '%s': set the property ApplicationName of its pool to it"
                .formatted(name, node));
  }

  /** The value of the setting. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
