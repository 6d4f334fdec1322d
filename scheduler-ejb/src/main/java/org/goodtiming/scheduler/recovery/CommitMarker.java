package org.goodtiming.scheduler.recovery;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;

/**
 * Ties the two branches of a transaction together: a message in the broker's branch that carries
 * the database's id of the other. While the branch is prepared it tells whom to ask; once it has
 * committed, the message on the marker queue is the evidence.
 */
public final class CommitMarker {

  static final String QUEUE = "scheduler.marker";
  static final String TRANSACTION = "scheduler_transaction";
  static final String NODE = "scheduler_node";

  /** The queue keeps the last message of each slot. */
  static final String SLOT = "scheduler_slot";

  private final DataSource dataSource;
  private final String node;

  public CommitMarker(DataSource xa, String node) {
    this.dataSource = xa;
    this.node = node;
  }

  /** Adds the marker to the current transaction. */
  public void leave(JMSContext context) throws JMSException {
    long transaction = currentTransaction();
    Message marker = context.createMessage();
    marker.setLongProperty(TRANSACTION, transaction);
    marker.setStringProperty(NODE, node);
    marker.setStringProperty(SLOT, node + "~" + Markers.slot(transaction));
    context.createProducer().send(context.createQueue(QUEUE), marker);
  }

  private long currentTransaction() {
    String sql = "SELECT pg_current_xact_id()::text::bigint";
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new StoreException("read the transaction's id", e);
    }
  }
}
