package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.Plaintext;
import org.goodtiming.scheduler.encryption.DecryptionException;
import org.goodtiming.scheduler.encryption.aes.Keys;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.operations.job.JobPayload;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs of worker queues that keep payloads and properties encrypted. */
class EncryptedJobsIT {

  private static final JobKey KEY = new JobKey("a", "1");
  private static final String PAYLOAD = "pay 4711 euros";
  private static final Map<String, Object> PROPERTIES =
      Map.of("x_iban", "DE02120300000000202051", "x_rate", 1.0E10, "x_count", 7L, "x_new", true);

  private final ContractDatabase database = ContractDatabase.shared();
  private final Plaintext plaintext = new Plaintext(database::value);
  private final PayloadCipher cipher = Keys.cipher("2026");

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void no_table_has_payload_or_properties_and_the_worker_gets_them() {
    register(cipher, secret().tracked().encrypted());

    assertThat(plaintext.tablesWith(PAYLOAD)).isEmpty();
    assertThat(plaintext.tablesWith("DE02120300000000202051")).isEmpty();
    assertThat(plaintext.tablesWith("x_iban")).isEmpty();
    ClaimedJob delivered = new EnvelopeCipher(cipher).decrypted(claim());
    assertThat(delivered.envelope().body().asText()).isEqualTo(PAYLOAD);
    assertThat(delivered.envelope().properties()).isEqualTo(PROPERTIES);
    assertThat(delivered.envelope().carried()).isEqualTo(Map.of(JobProperty.RETRY, "PT1M"));
  }

  @Test
  void a_job_of_another_queue_stays_as_it_is() {
    register(cipher, secret().tracked());

    assertThat(plaintext.tablesWith(PAYLOAD))
        .containsExactlyInAnyOrder("scheduler.job", "scheduler.execution_input");
    ClaimedJob claimed = claim();
    assertThat(new EnvelopeCipher(cipher).decrypted(claimed)).isSameAs(claimed);
  }

  @Test
  void a_rotated_key_encrypts_new_jobs_and_the_view_shows_which_are_in_use() {
    register(cipher, secret().tracked().encrypted());
    register(Keys.cipher("2027", "2026"), job("a", "2").body(Body.text("other")).encrypted());

    assertThat(
            database.value(
                "SELECT string_agg(concat_ws(' ', key_id, kind, rows), ', ' ORDER BY key_id, kind) FROM scheduler.encryption_key_use"))
        .isEqualTo("2026 input of a run 1, 2026 waiting job 1, 2027 waiting job 1");
    List<ClaimedJob> claimed = claimAll();
    EnvelopeCipher rotated = new EnvelopeCipher(Keys.cipher("2027", "2026"));
    assertThat(claimed)
        .extracting(job -> rotated.decrypted(job).envelope().body().asText())
        .containsExactlyInAnyOrder(PAYLOAD, "other");
  }

  @Test
  void a_schedule_that_is_updated_as_it_is_stays_until_its_payload_or_the_key_changes() {
    register(cipher, schedule(PAYLOAD, 0));
    String first = fireId();

    register(cipher, schedule(PAYLOAD, 1));
    assertThat(fireId()).isEqualTo(first);
    register(cipher, schedule("another", 2));
    String second = fireId();
    assertThat(second).isNotEqualTo(first);
    register(Keys.cipher("2027", "2026"), schedule("another", 3));
    assertThat(fireId()).isNotEqualTo(second);
    assertThat(database.value("SELECT key_id FROM scheduler.encryption_key_use")).isEqualTo("2027");
  }

  private String fireId() {
    return database.value("SELECT fire_id FROM scheduler.job");
  }

  private static Jobs schedule(String payload, int seconds) {
    return secret()
        .body(Body.text(payload))
        .recurring("every:PT1H", "2100-01-01T00:00:00Z")
        .ifExists(IfExists.UPDATE)
        .sentAt(Instant.parse("2026-12-01T10:00:00Z").plusSeconds(seconds))
        .encrypted();
  }

  @Test
  void without_the_key_a_job_is_reported_and_not_delivered() {
    register(cipher, secret().encrypted());
    ClaimedJob claimed = claim();

    assertThatThrownBy(() -> new EnvelopeCipher(PayloadCipher.WITHOUT_KEYS).decrypted(claimed))
        .isInstanceOf(DecryptionException.class)
        .hasMessageStartingWith("SCHED-0048 it is encrypted with key '2026'");
    assertThatThrownBy(() -> register(PayloadCipher.WITHOUT_KEYS, secret().encrypted()))
        .hasMessageStartingWith("SCHED-0056 ");
  }

  @Test
  void the_content_of_another_job_is_not_delivered() {
    register(cipher, secret().encrypted(), job("a", "2").body(Body.text("other")).encrypted());
    database.execute(
        "UPDATE scheduler.job j SET body = o.body, properties = o.properties FROM scheduler.job o WHERE j.job_id = '2' AND o.job_id = '1'");

    ClaimedJob copied =
        claimAll().stream().filter(job -> job.key().jobId().equals("2")).findFirst().orElseThrow();
    assertThatThrownBy(() -> new EnvelopeCipher(cipher).decrypted(copied))
        .hasMessageStartingWith("SCHED-0049 ")
        .hasMessageContaining("job 2 of queue a");
  }

  @Test
  void who_may_read_a_payload_reads_it_and_without_the_key_sees_what_the_database_has() {
    register(cipher, secret().tracked().encrypted());
    UUID fireId = UUID.fromString(database.value("SELECT fire_id FROM scheduler.execution"));

    JobQueries queries = queries(cipher);
    for (Optional<JobPayload> shown : List.of(queries.payload(KEY), queries.input(fireId))) {
      assertThat(new String(shown.orElseThrow().body())).isEqualTo(PAYLOAD);
      assertThat(shown.orElseThrow().properties())
          .contains("\"x_iban\":\"****2051\"")
          .doesNotContain("scheduler_encrypted");
    }
    JobPayload unreadable = queries(Keys.cipher("2027")).payload(KEY).orElseThrow();
    assertThat(unreadable.isText()).isFalse();
    assertThat(unreadable.properties()).contains("\"scheduler_encryptedWith\":\"2026\"");
  }

  @Test
  void a_job_in_the_quarantine_stays_encrypted_and_can_be_read() {
    register(cipher, secret().encrypted());
    new FailedJobs(database.xa(), database.executions(), database.schedules())
        .quarantine(id(), "SCHED-0210", "no attempts left", "node1");

    assertThat(plaintext.tablesWith(PAYLOAD)).isEmpty();
    assertThat(plaintext.tablesWith("x_iban")).isEmpty();
    long row = Long.parseLong(database.value("SELECT id FROM scheduler.quarantine"));
    JobPayload shown =
        new QuarantineQueries(database.reader(), Redaction.NONE, cipher).payload(row).orElseThrow();
    assertThat(new String(shown.body())).isEqualTo(PAYLOAD);
    assertThat(shown.properties()).contains("DE02120300000000202051");
    assertThat(database.value("SELECT key_id || kind FROM scheduler.encryption_key_use"))
        .isEqualTo("2026quarantine");
  }

  private static Jobs secret() {
    return job("a", "1")
        .body(Body.text(PAYLOAD))
        .properties(PROPERTIES)
        .carried(Map.of(JobProperty.RETRY, "PT1M"));
  }

  private JobQueries queries(PayloadCipher ofNode) {
    return new JobQueries(database.reader(), new Redaction(Map.of("x_iban", 4)), ofNode);
  }

  private void register(PayloadCipher ofNode, Jobs... jobs) {
    new JobStore(
            database.xa(),
            database.executions(),
            database.schedules(),
            new EnvelopeCipher(ofNode),
            Runnable::run)
        .register(List.of(jobs).stream().map(Jobs::build).toList());
  }

  private ClaimedJob claim() {
    return claimAll().get(0);
  }

  private List<ClaimedJob> claimAll() {
    return new DueJobs(database.xa(), database.executions(), database.schedules())
        .claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, "default", 0)
        .jobs();
  }

  private long id() {
    return Long.parseLong(database.value("SELECT id FROM scheduler.job"));
  }
}
