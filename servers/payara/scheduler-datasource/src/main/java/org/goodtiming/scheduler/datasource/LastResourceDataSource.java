package org.goodtiming.scheduler.datasource;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * PostgreSQL as the last resource of a distributed transaction: all other resources are prepared,
 * then this one commits in one phase, then the others commit. A transaction manager takes a failed
 * commit for a rollback, which is wrong if only the answer was lost. A connection of this data
 * source therefore finds out what became of its transaction before {@code commit} returns or
 * throws; see {@link #DECISION}.
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

  private static final long serialVersionUID = 1L;

  @Override
  public String getDescription() {
    return "PostgreSQL as the last resource of a transaction";
  }

  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    Decisions decisions = new Decisions(() -> physical(user, password), node());
    return LastResourceConnection.around(physical(user, password), decisions);
  }

  private Connection physical(@Nullable String user, @Nullable String password)
      throws SQLException {
    return super.getConnection(user, password);
  }

  private String node() {
    return String.valueOf(getApplicationName());
  }
}
