package org.goodtiming.scheduler.recovery;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.CoreConfig;
import org.jspecify.annotations.Nullable;

/**
 * Links the database's part of a transaction to the broker's branch. The database's part writes a
 * row, a {@code scheduler.decision}; a message in the broker's branch names it. While the broker's
 * branch is prepared, the row shows whether the database has committed.
 */
public interface CommitMarker {

  /** The queue of the messages; it keeps the last message of each slot and has no consumer. */
  String QUEUE = "scheduler.marker";

  String DECISION = "scheduler_decision";
  String NODE = "scheduler_node";
  String SLOT = "scheduler_slot";

  /** The id of the transaction that the database has prepared. */
  String TRANSACTION = "scheduler_transaction";

  /**
   * Creates the marker for the node's transaction mode.
   *
   * @param dataSource takes part in the transactions
   * @param transactions reports the end of a transaction
   * @param rolledBack receives rolled-back transactions that the database may have prepared
   */
  static CommitMarker of(
      CoreConfig config,
      DataSource dataSource,
      TransactionSynchronizationRegistry transactions,
      RolledBackHere rolledBack) {
    return switch (config.transactions()) {
      case LAST_RESOURCE -> new LastResourceMarker(dataSource, config.node());
      case XA -> new XaMarker(dataSource, transactions, rolledBack, config.node());
    };
  }

  /** Adds the marker to the current transaction, which consumes only by its own sessions. */
  default void leave(JMSContext context) throws JMSException {
    leave(context, null);
  }

  /**
   * Leaves the marker of a transaction that the container began with a message. The branch that
   * consumes it cannot have a marker, so the row names the message.
   */
  void leave(JMSContext context, @Nullable Message delivered) throws JMSException;

  /**
   * Whether the data source fits the transaction mode.
   *
   * @return what is wrong and how to correct it; empty if it fits
   */
  Optional<String> problem() throws SQLException;
}
