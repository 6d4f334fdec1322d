package org.goodtiming.scheduler.operations.quarantine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.util.HexFormat;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.Plaintext;
import org.goodtiming.scheduler.encryption.Content;
import org.goodtiming.scheduler.encryption.aes.Keys;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobPayload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator changes rows of the quarantine that are encrypted. */
class QuarantineMendingIT {

  private static final JsonObject DUE =
      JsonProvider.provider()
          .createObjectBuilder()
          .add("scheduler_dueAt", "2100-01-01T00:00:00Z")
          .build();

  private final ContractDatabase database = ContractDatabase.shared();
  private final PayloadCipher old = Keys.cipher("2026");
  private final PayloadCipher rotated = Keys.cipher("2027", "2026");
  private long row;

  @BeforeEach
  void encryptedRow() {
    database.clear();
    Content encrypted =
        old.encrypted(
            "a",
            "1",
            new Content(
                "{\"scheduler_dueAt\": \"tomorrow\", \"x_iban\": \"DE0212\"}",
                "pay 4711 euros".getBytes(UTF_8)));
    database.execute(
        """
        INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_type, properties, body)
        VALUES ('registration', 'SCHED-0112', 'test', 'node-1', 'a', '1', 'text', '%s', decode('%s', 'hex'))
        """
            .formatted(encrypted.properties(), HexFormat.of().formatHex(encrypted.body())));
    row = Long.parseLong(database.value("SELECT id FROM scheduler.quarantine"));
  }

  @Test
  void unchanged_parts_stay_and_all_is_encrypted_with_the_active_key() {
    assertThat(mend(rotated, new QuarantineMend("b", DUE, null))).isTrue();

    JobPayload payload = payload();
    assertThat(payload.isText()).isTrue();
    assertThat(new String(payload.body(), UTF_8)).isEqualTo("pay 4711 euros");
    assertThat(payload.properties())
        .contains("\"x_iban\":\"DE0212\"", "\"scheduler_dueAt\":\"2100-01-01T00:00:00Z\"");
    assertThat(database.value("SELECT key_id FROM scheduler.encryption_key_use")).isEqualTo("2027");
    assertThat(new Plaintext(database::value).tablesWith("DE0212")).isEmpty();
  }

  @Test
  void a_new_payload_is_encrypted_too() {
    mend(
        rotated,
        new QuarantineMend(null, null, new QuarantineMend.Body(true, "pay 1".getBytes(UTF_8))));

    assertThat(new String(payload().body(), UTF_8)).isEqualTo("pay 1");
    assertThat(payload().properties()).contains("DE0212");
    assertThat(new Plaintext(database::value).tablesWith("pay 1")).isEmpty();
  }

  @Test
  void without_the_key_nothing_changes() {
    assertThatThrownBy(() -> mend(Keys.cipher("2027"), new QuarantineMend(null, DUE, null)))
        .hasMessageStartingWith("SCHED-0048 ");
    assertThat(database.value("SELECT properties LIKE '%tomorrow%' FROM scheduler.quarantine"))
        .isEqualTo("t");
  }

  private boolean mend(PayloadCipher cipher, QuarantineMend mend) {
    return new QuarantineMending(database.xa(), new Audit(database.xa(), "node-1"), cipher)
        .mend("ops", row, mend);
  }

  private JobPayload payload() {
    return new QuarantineQueries(database.reader(), Redaction.NONE, rotated)
        .payload(row)
        .orElseThrow();
  }
}
