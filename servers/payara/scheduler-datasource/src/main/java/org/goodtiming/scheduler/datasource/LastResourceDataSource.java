package org.goodtiming.scheduler.datasource;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * PostgreSQL as the last resource of a distributed transaction: all other resources are prepared,
 * then this one commits in one phase, then the others commit. A transaction manager takes a failed
 * commit for a rollback, which is wrong if only the answer was lost. A connection of this data
 * source therefore finds out what became of its transaction before {@code commit} returns or
 * throws; see {@link #DECISION}. It is closed when another server has become the primary.
 */
public class LastResourceDataSource extends PGSimpleDataSource {

  /**
   * The name of the client info that identifies the current transaction. Reading it makes {@code
   * commit} write the row of {@code scheduler.decision} with that id. It is empty outside of a
   * transaction.
   */
  public static final String DECISION = "scheduler.decision";

  /**
   * The name of the client info for the message with which the container began the current
   * transaction. It is written into the row too.
   */
  public static final String CONSUMED = "scheduler.consumed";

  /**
   * The name of the client info for the notices of channels to which the connection listens.
   * Reading it waits up to half a second, and returns the texts of the notices, separated by
   * commas.
   */
  public static final String NOTICES = "scheduler.notices";

  private static final long serialVersionUID = 1L;

  /**
   * Limits the wait for a frozen server, which accepts a connection and stays silent, so that the
   * next server of the list is tried.
   */
  private static final int SECONDS_FOR_EACH_OF_SEVERAL = 3;

  @Override
  public String getDescription() {
    return "PostgreSQL as the last resource of a transaction";
  }

  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    Decisions.Connections others = () -> physical(user, password);
    TakeoverWatch watch = TakeoverWatch.of(servers() + "/" + getDatabaseName());
    Connection physical = others.open(opened -> watch.add(opened, others));
    return LastResourceConnection.around(physical, new Decisions(others, node()));
  }

  private Connection physical(@Nullable String user, @Nullable String password)
      throws SQLException {
    return servers().contains(",")
        ? oneOfSeveral(user, password)
        : super.getConnection(user, password);
  }

  /**
   * The list of servers; pools give it to the driver as a single name before the port of the last
   * server.
   */
  private String servers() {
    return String.join(",", getServerNames()) + ":" + getPortNumbers()[0];
  }

  /** The driver has no timeout for one server of a list but that of all reads. */
  private Connection oneOfSeveral(@Nullable String user, @Nullable String password)
      throws SQLException {
    PGSimpleDataSource impatient = new PGSimpleDataSource();
    try {
      impatient.initializeFrom(this);
    } catch (IOException | ClassNotFoundException e) {
      throw new SQLException("copy the settings of the data source", e);
    }
    int timeout = getSocketTimeout();
    impatient.setSocketTimeout(
        timeout == 0
            ? SECONDS_FOR_EACH_OF_SEVERAL
            : Math.min(timeout, SECONDS_FOR_EACH_OF_SEVERAL));
    Decisions.Connections impatiently = () -> impatient.getConnection(user, password);
    return impatiently.open(opened -> opened.setNetworkTimeout(Runnable::run, timeout * 1000));
  }

  private String node() {
    return String.valueOf(getApplicationName());
  }
}
