package org.goodtiming.scheduler.encryption.aes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.goodtiming.scheduler.encryption.Content;
import org.goodtiming.scheduler.encryption.DecryptionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadCipherTest {

  private static final Content PLAIN =
      new Content(
          "{\"x_iban\":\"DE02\",\"x_rate\":1.0E10,\"scheduler_retry\":\"PT1M\"}",
          "the payload".getBytes(UTF_8));

  private final PayloadCipher cipher = Keys.cipher("2026");

  @Test
  void only_the_properties_of_the_contract_stay_readable() {
    Content encrypted = cipher.encrypted("a", "1", PLAIN);

    assertThat(encrypted.properties())
        .isEqualTo(
            "{\"scheduler_retry\":\"PT1M\",\"scheduler_encryptedWith\":\"2026\",\"scheduler_encryptedFor\":\"1\"}");
    assertThat(new String(encrypted.body(), UTF_8)).doesNotContain("payload", "DE02", "x_iban");
    Content decrypted = cipher.decrypted("a", "1", encrypted);
    assertThat(decrypted.properties())
        .isEqualTo("{\"scheduler_retry\":\"PT1M\",\"x_iban\":\"DE02\",\"x_rate\":1.0E+10}");
    assertThat(decrypted.body()).isEqualTo(PLAIN.body());
    assertThat(cipher.decrypted("a", encrypted).body()).isEqualTo(PLAIN.body());
  }

  @Test
  void the_same_content_is_never_encrypted_to_the_same_bytes() {
    assertThat(cipher.encrypted("a", "1", PLAIN).body())
        .isNotEqualTo(cipher.encrypted("a", "1", PLAIN).body());
  }

  @Test
  void a_job_without_payload_and_properties_stays_without() {
    Content decrypted =
        cipher.decrypted("a", "1", cipher.encrypted("a", "1", new Content(null, new byte[0])));
    assertThat(decrypted.properties()).isNull();
    assertThat(decrypted.body()).isEmpty();
  }

  @Test
  void content_of_another_queue_or_job_is_refused() {
    Content encrypted = cipher.encrypted("a", "1", PLAIN);

    assertThatThrownBy(() -> cipher.decrypted("b", "1", encrypted))
        .isInstanceOf(DecryptionException.class)
        .hasMessage(
            "SCHED-0049 its content is not what the scheduler has encrypted for job 1 of queue b: its row was changed or copied in the database, or the key has another value under the same id");
    assertThatThrownBy(() -> cipher.decrypted("a", "2", encrypted)).hasMessageContaining("job 2");
    assertThatThrownBy(() -> cipher.decrypted("b", encrypted)).hasMessageContaining("queue b");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 12, 13, 40})
  void a_changed_byte_is_noticed(int position) {
    Content encrypted = cipher.encrypted("a", "1", PLAIN);
    encrypted.body()[position] ^= 1;

    assertThatThrownBy(() -> cipher.decrypted("a", "1", encrypted))
        .hasMessageStartingWith("SCHED-0049 ");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 12, 20})
  void a_body_that_was_cut_is_noticed(int length) {
    Content encrypted = cipher.encrypted("a", "1", PLAIN);
    Content cut =
        new Content(encrypted.properties(), java.util.Arrays.copyOf(encrypted.body(), length));

    assertThatThrownBy(() -> cipher.decrypted("a", "1", cut)).hasMessageStartingWith("SCHED-0049 ");
  }

  @Test
  void an_old_key_still_decrypts_and_a_missing_one_is_named() {
    Content old = cipher.encrypted("a", "1", PLAIN);

    PayloadCipher rotated = Keys.cipher("2027", "2026");
    assertThat(rotated.decrypted("a", "1", old).body()).isEqualTo(PLAIN.body());
    assertThat(rotated.encrypted("a", "1", PLAIN).properties()).contains("\"2027\"");
    assertThatThrownBy(() -> Keys.cipher("2027").decrypted("a", "1", old))
        .hasMessage(
            "SCHED-0048 it is encrypted with key '2026', which this node does not have: add the key to the encryption keys of all nodes");
  }

  @Test
  void a_value_that_names_the_mark_is_no_mark() {
    Content plain =
        new Content(
            "{\"x_a\":\"scheduler_encryptedWith\",\"x_b\":\"\\\"scheduler_encryptedWith\\\":\"}",
            null);
    assertThat(cipher.decrypted("a", "1", plain)).isSameAs(plain);
  }
}
