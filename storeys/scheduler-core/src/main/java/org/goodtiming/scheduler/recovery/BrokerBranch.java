package org.goodtiming.scheduler.recovery;

import jakarta.json.JsonObject;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.goodtiming.scheduler.api.WireContract;

/**
 * A prepared transaction of the broker.
 *
 * @param xid its name for the broker's management
 * @param decision the row that the database's branch has written, if a marker is among the messages
 * @param markerId the JMSMessageID of that marker
 * @param ownQueue whether it consumes registrations or reports, which only the scheduler may
 * @param consumed the JMSMessageIDs of these registrations or reports
 */
record BrokerBranch(
    BranchId id,
    String xid,
    Optional<UUID> decision,
    Optional<String> markerId,
    boolean ownQueue,
    List<String> consumed) {

  private static final int FORMAT_ID_BYTES = 4;

  /** Without those of letters, whose ids may be those of others (docs/adr/0023). */
  private static final Set<String> OWN_QUEUES =
      Set.of(WireContract.REGISTRATION_QUEUE, WireContract.REPORT_QUEUE);

  /** One element of what {@code listPreparedTransactionDetailsAsJSON} answers. */
  static BrokerBranch of(JsonObject details) {
    String xid = details.getString("xid_as_base64");
    // Qualifier, global id, format id; no lengths
    byte[] bytes = Base64.getUrlDecoder().decode(xid);
    int qualifier = Math.min(details.getString("xid_branch_qual").length(), bytes.length);
    int end = Math.max(qualifier, bytes.length - FORMAT_ID_BYTES);
    BranchId id =
        BranchId.of(
            Arrays.copyOfRange(bytes, qualifier, end), Arrays.copyOfRange(bytes, 0, qualifier));
    List<JsonObject> messages =
        details.getJsonArray("tx_related_messages").getValuesAs(JsonObject.class);
    List<JsonObject> consumed =
        messages.stream().filter(BrokerBranch::isConsumedFromOwnQueue).toList();
    Optional<JsonObject> marker =
        messages.stream()
            .filter(message -> CommitMarker.QUEUE.equals(address(message)))
            .findFirst();
    return new BrokerBranch(
        id,
        xid,
        marker.map(message -> UUID.fromString(property(message, CommitMarker.DECISION))),
        marker.map(BrokerBranch::messageId),
        !consumed.isEmpty(),
        consumed.stream()
            .map(BrokerBranch::messageId)
            .filter(message -> !message.isEmpty())
            .toList());
  }

  private static boolean isConsumedFromOwnQueue(JsonObject message) {
    return message.getString("message_operation_type", "").startsWith("(-)")
        && OWN_QUEUES.contains(address(message));
  }

  private static String address(JsonObject message) {
    return property(message, "address");
  }

  private static String messageId(JsonObject message) {
    return property(message, "userID");
  }

  private static String property(JsonObject message, String name) {
    return message.getJsonObject("message_properties").getString(name, "");
  }
}
