package org.goodtiming.scheduler.recovery;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.KnownQueue;
import org.goodtiming.scheduler.config.TransactionMode;
import org.goodtiming.scheduler.sql.StoreException;
import org.jspecify.annotations.Nullable;

/** The marker of a database that is the last resource: its data source writes the row. */
final class LastResourceMarker implements CommitMarker {

  private final DataSource dataSource;
  private final String node;
  private final KnownQueue queue = new KnownQueue(QUEUE);

  LastResourceMarker(DataSource dataSource, String node) {
    this.dataSource = dataSource;
    this.node = node;
  }

  @Override
  public void leave(JMSContext context, @Nullable Message delivered) throws JMSException {
    Message marker = context.createMessage();
    marker.setStringProperty(
        DECISION, decision(delivered == null ? null : delivered.getJMSMessageID()));
    marker.setStringProperty(NODE, node);
    // Proves nothing after the commit, because only one message for each node is kept
    marker.setStringProperty(SLOT, node);
    context.createProducer().send(queue.in(context), marker);
  }

  @Override
  public Optional<String> problem() throws SQLException {
    return TransactionMode.LAST_RESOURCE.problem(dataSource, node);
  }

  private String decision(@Nullable String consumed) {
    try (Connection connection = dataSource.getConnection()) {
      connection.setClientInfo(TransactionMode.CONSUMED, consumed);
      return connection.getClientInfo(TransactionMode.DECISION);
    } catch (SQLException e) {
      throw new StoreException("ask for the decision of the transaction", e);
    }
  }
}
