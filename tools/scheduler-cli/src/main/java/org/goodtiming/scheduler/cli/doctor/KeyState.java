package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node that lacks an encryption key.
 *
 * @param keyId null if no node has a key
 * @param queues encrypted worker queues that need it
 */
record KeyState(String node, @Nullable String keyId, List<String> queues) {

  /** Empty without the view, which older schemas lack: another finding tells that. */
  static List<KeyState> read(Query query) throws SQLException {
    boolean exists =
        query.row(
            "SELECT to_regclass('scheduler.missing_encryption_key') IS NOT NULL",
            row -> row.getBoolean(1));
    return exists
        ? query.rows(
            """
            SELECT node, key_id, array_agg(queue ORDER BY queue) AS queues FROM scheduler.missing_encryption_key
             GROUP BY node, key_id ORDER BY node, key_id
            """,
            row ->
                new KeyState(
                    row.getString("node"),
                    row.getString("key_id"),
                    List.of((String[]) row.getArray("queues").getArray())))
        : List.of();
  }

  Finding finding() {
    String key = keyId == null ? "each encryption key" : "encryption key " + keyId;
    return new Finding(
        FindingCode.NO_KEY,
        "node %s lacks %s of worker queues %s".formatted(node, key, String.join(", ", queues)),
        Cure.advice(
            "add %s to scheduler.encryption.keys-file of %s, and restart it"
                .formatted(keyId == null ? "a key" : "key " + keyId, node)));
  }
}
