package org.goodtiming.scheduler.recovery;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.KnownQueue;
import org.goodtiming.scheduler.config.TransactionMode;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.sql.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The marker for two prepared branches. Once the broker has committed its branch, the message on
 * the marker queue is the evidence for the database's branch.
 */
final class XaMarker implements CommitMarker {

  private final DataSource dataSource;
  private final TransactionSynchronizationRegistry transactions;
  private final RolledBackHere rolledBack;
  private final String node;
  private final KnownQueue queue = new KnownQueue(QUEUE);
  private @Nullable MarkerSlots slots;

  XaMarker(
      DataSource xa,
      TransactionSynchronizationRegistry transactions,
      RolledBackHere rolledBack,
      String node) {
    this.dataSource = xa;
    this.transactions = transactions;
    this.rolledBack = rolledBack;
    this.node = node;
  }

  @Override
  public void leave(JMSContext context, @Nullable Message delivered) throws JMSException {
    MarkerSlots known = slots(context);
    UUID decision = UUID.randomUUID();
    Now now = write(decision, delivered == null ? null : delivered.getJMSMessageID());
    int slot = known.take(now.prepared());
    rolledBack.begun(now.transaction(), decision);
    AfterCompletion.register(
        transactions,
        status -> {
          known.giveBack(slot, now.transaction());
          rolledBack.completed(now.transaction(), decision, status);
        });
    Message marker = context.createMessage();
    marker.setLongProperty(TRANSACTION, now.transaction());
    marker.setStringProperty(DECISION, decision.toString());
    marker.setStringProperty(NODE, node);
    marker.setStringProperty(SLOT, Markers.slotName(node, slot));
    context.createProducer().send(queue.in(context), marker);
  }

  @Override
  public Optional<String> problem() throws SQLException {
    return TransactionMode.XA.problem(dataSource, node);
  }

  // Browsed by the first transaction of this run, and by further ones until one has succeeded
  private synchronized MarkerSlots slots(JMSContext context) throws JMSException {
    if (slots == null) {
      slots = new MarkerSlots(BrokerBranches.markers(context, node));
    }
    return slots;
  }

  /** The current transaction, and those that are prepared in the database. */
  private record Now(long transaction, Set<Integer> prepared) {}

  private Now write(UUID decision, @Nullable String consumed) {
    String sql =
        """
        WITH written AS (INSERT INTO scheduler.decision (id, node, consumed) VALUES (?::uuid, ?, ?))
        SELECT pg_current_xact_id()::text::bigint,
               ARRAY(SELECT transaction::text::bigint FROM pg_prepared_xacts)""";
    try (Connection connection = dataSource.getConnection();
        PreparedStatement write = connection.prepareStatement(sql)) {
      write.setString(1, decision.toString());
      write.setString(2, node);
      write.setString(3, consumed);
      try (ResultSet row = write.executeQuery()) {
        row.next();
        Long[] prepared = (Long[]) row.getArray(2).getArray();
        return new Now(
            row.getLong(1), Stream.of(prepared).map(Long::intValue).collect(Collectors.toSet()));
      }
    } catch (SQLException e) {
      throw new StoreException("write the transaction's decision", e);
    }
  }
}
