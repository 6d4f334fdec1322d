package org.goodtiming.scheduler.recovery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.JsonObject;
import java.nio.charset.Charset;
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
  private static final List<Charset> CHARSETS = List.of(UTF_8, US_ASCII, ISO_8859_1);

  /** Without those of letters, whose ids may be those of others (docs/adr/0023). */
  private static final Set<String> OWN_QUEUES =
      Set.of(WireContract.REGISTRATION_QUEUE, WireContract.REPORT_QUEUE);

  /** Reads an element of the answer of {@code listPreparedTransactionDetailsAsJSON}. */
  static BrokerBranch of(JsonObject details) {
    String xid = details.getString("xid_as_base64");
    List<JsonObject> messages =
        details.getJsonArray("tx_related_messages").getValuesAs(JsonObject.class);
    List<JsonObject> consumed =
        messages.stream().filter(BrokerBranch::isConsumedFromOwnQueue).toList();
    Optional<JsonObject> marker =
        messages.stream()
            .filter(message -> CommitMarker.QUEUE.equals(address(message)))
            .findFirst();
    return new BrokerBranch(
        marker
            .map(message -> property(message, CommitMarker.NODE))
            .filter(node -> !node.isEmpty())
            .map(id(details, xid)::ofNode)
            .orElseGet(() -> id(details, xid)),
        xid,
        marker.map(message -> UUID.fromString(property(message, CommitMarker.DECISION))),
        marker.map(BrokerBranch::messageId),
        !consumed.isEmpty(),
        consumed.stream()
            .map(BrokerBranch::messageId)
            .filter(message -> !message.isEmpty())
            .toList());
  }

  /**
   * Splits the bytes into qualifier and global id; their lengths are not given. The format is taken
   * from its separate field, because it is garbled in the bytes.
   */
  private static BranchId id(JsonObject details, String xid) {
    byte[] bytes = Base64.getUrlDecoder().decode(xid);
    byte[] ids = Arrays.copyOf(bytes, Math.max(0, bytes.length - FORMAT_ID_BYTES));
    int qualifier =
        lengthOfQualifier(
            ids,
            details.getString("xid_branch_qual", ""),
            details.getString("xid_global_txid", ""));
    return BranchId.of(
        details.getInt("xid_format_id", 0),
        Arrays.copyOfRange(ids, qualifier, ids.length),
        Arrays.copyOf(ids, qualifier));
  }

  /**
   * Finds the length of the qualifier. The broker decoded both texts by the character set of its
   * machine.
   */
  private static int lengthOfQualifier(byte[] ids, String qualifier, String globalId) {
    for (Charset charset : CHARSETS) {
      for (int length = 0; length <= ids.length; length++) {
        if (new String(ids, 0, length, charset).equals(qualifier)
            && new String(ids, length, ids.length - length, charset).equals(globalId)) {
          return length;
        }
      }
    }
    return Math.min(qualifier.length(), ids.length);
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
