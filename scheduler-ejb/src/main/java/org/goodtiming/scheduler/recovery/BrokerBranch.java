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
 * @param ownQueue whether it consumes registrations or reports, which only the scheduler may
 */
record BrokerBranch(BranchId id, String xid, Optional<UUID> decision, boolean ownQueue) {

  private static final int FORMAT_ID_BYTES = 4;
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
    return new BrokerBranch(
        id,
        xid,
        messages.stream()
            .map(message -> message.getJsonObject("message_properties"))
            .filter(properties -> CommitMarker.QUEUE.equals(properties.getString("address", "")))
            .map(marker -> UUID.fromString(marker.getString(CommitMarker.DECISION)))
            .findFirst(),
        messages.stream().anyMatch(BrokerBranch::consumesOwnQueue));
  }

  private static boolean consumesOwnQueue(JsonObject message) {
    return message.getString("message_operation_type", "").startsWith("(-)")
        && OWN_QUEUES.contains(
            message.getJsonObject("message_properties").getString("address", ""));
  }
}
