package org.goodtiming.scheduler.recovery;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.QueueBrowser;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.broker.BrokerConnections;
import org.goodtiming.scheduler.broker.BrokerException;
import org.goodtiming.scheduler.broker.BrokerManagement;

/**
 * The broker's side of transactions in doubt.
 *
 * @see <a
 *     href="https://artemis.apache.org/components/artemis/documentation/latest/management.html">Artemis:
 *     management</a>
 */
record BrokerBranches(ConnectionFactory connectionFactory, BrokerManagement management) {

  private static final JsonProvider JSON = JsonProvider.provider();

  /** All prepared branches. */
  List<BrokerBranch> prepared() {
    String details =
        array(management.invoke("broker", "listPreparedTransactionDetailsAsJSON", "[]"))
            .getString(0);
    // None is an empty text, not an empty array
    return details.isEmpty()
        ? List.of()
        : array(details).getValuesAs(JsonObject.class).stream().map(BrokerBranch::of).toList();
  }

  /**
   * Ends the connections of the client that has sent a message, and with them its sessions;
   * prepared branches stay prepared. Call it before committing a branch here: Artemis fails at the
   * end of a session whose branch another session committed, and then delivers the messages that
   * the client holds only after the broker's next start.
   *
   * @param messageId a JMSMessageID
   */
  void endSessions(String messageId) {
    new BrokerConnections(management).closeAllOf(messageId);
  }

  /** False if the branch had ended before. */
  boolean commit(BrokerBranch branch) {
    return end("commitPreparedTransaction", branch);
  }

  /** False if the branch had ended before. */
  boolean rollBack(BrokerBranch branch) {
    return end("rollbackPreparedTransaction", branch);
  }

  /** The JMSMessageID of the last marker that a node has committed. */
  Optional<String> lastMarkerOf(String node) {
    try (JMSContext context = connectionFactory.createContext()) {
      Message last = null;
      for (Message marker : browse(context, node, "")) {
        if (last == null || marker.getJMSTimestamp() > last.getJMSTimestamp()) {
          last = marker;
        }
      }
      return last == null ? Optional.empty() : Optional.ofNullable(last.getJMSMessageID());
    } catch (JMSException e) {
      throw new BrokerException("browse " + CommitMarker.QUEUE, e);
    }
  }

  /** The markers of the last transactions of a node that the broker has committed. */
  Markers markers(String node) {
    try (JMSContext context = connectionFactory.createContext()) {
      return markers(context, node);
    } catch (JMSException e) {
      throw new BrokerException("browse " + CommitMarker.QUEUE, e);
    }
  }

  static Markers markers(JMSContext context, String node) throws JMSException {
    Map<Integer, Long> transactions = new HashMap<>();
    for (Message marker :
        browse(context, node, " AND %s IS NOT NULL".formatted(CommitMarker.TRANSACTION))) {
      transactions.put(
          Markers.slotNumber(marker.getStringProperty(CommitMarker.SLOT)),
          marker.getLongProperty(CommitMarker.TRANSACTION));
    }
    return new Markers(transactions);
  }

  private static List<Message> browse(JMSContext context, String node, String condition)
      throws JMSException {
    String selector = "%s = '%s'".formatted(CommitMarker.NODE, quoted(node)) + condition;
    List<Message> found = new ArrayList<>();
    try (QueueBrowser markers =
        context.createBrowser(context.createQueue(CommitMarker.QUEUE), selector)) {
      for (Object marker : Collections.list(markers.getEnumeration())) {
        found.add((Message) marker);
      }
    }
    return found;
  }

  private boolean end(String operation, BrokerBranch branch) {
    String parameters = JSON.createArrayBuilder().add(branch.xid()).build().toString();
    return array(management.invoke("broker", operation, parameters)).getBoolean(0);
  }

  private static JsonArray array(String text) {
    try (JsonReader reader = JSON.createReader(new StringReader(text))) {
      return reader.readArray();
    }
  }

  private static String quoted(String text) {
    return text.replace("'", "''");
  }
}
