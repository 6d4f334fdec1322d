package org.goodtiming.scheduler.operations.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.List;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.cluster.EncryptionKeysCompared.KeysOfQueue;
import org.goodtiming.scheduler.operations.cluster.NodePresence.Description;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that cannot read or write the jobs of an encrypted worker queue. */
class EncryptionKeyCheckIT {

  private static final String MISSING =
      "SELECT string_agg(concat_ws(' ', node, queue, key_id), ', ' ORDER BY node, queue, key_id) FROM scheduler.missing_encryption_key";

  private final ContractDatabase database = ContractDatabase.shared();
  private final EncryptionKeyCheck check = new EncryptionKeyCheck(database.xa(), event -> {});

  @BeforeEach
  void queue_a_is_encrypted() {
    database.clear();
    database.execute("DELETE FROM scheduler.node");
    database.execute("UPDATE scheduler.worker_queue SET encrypted = true WHERE name = 'a'");
  }

  @AfterEach
  void nothing_is_encrypted() {
    database.execute("DELETE FROM scheduler.node");
    database.execute("UPDATE scheduler.worker_queue SET encrypted = false");
  }

  @Test
  void nodes_with_the_same_keys_lack_none_whichever_of_them_encrypts() {
    node("n-1", "2027", "2026");
    node("n-2", "2026", "2027");
    assertThat(check.compare()).containsExactly(new KeysOfQueue("a", 0));
  }

  @Test
  void a_node_without_the_key_with_which_another_encrypts_lacks_it() {
    node("n-1", "2027", "2026");
    node("n-2", "2026");
    node("n-3");
    assertThat(database.value(MISSING)).isEqualTo("n-2 a 2027, n-3 a 2026, n-3 a 2027");
    assertThat(check.compare()).containsExactly(new KeysOfQueue("a", 2));
  }

  @Test
  void nodes_without_any_key_cannot_store_jobs_of_the_queue() {
    node("n-1");
    assertThat(database.value(MISSING)).isEqualTo("n-1 a");
    assertThat(check.compare()).containsExactly(new KeysOfQueue("a", 1));
  }

  @Test
  void a_key_that_was_removed_before_its_jobs_were_dispatched_is_missing() {
    node("n-1", "2027");
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, properties, sent_at)
        VALUES ('a', 'old', now(), now(), 4, true, '', '{"scheduler_encryptedWith":"2026","scheduler_encryptedFor":"old"}', now()),
               ('a', 'new', now(), now(), 4, true, '', '{"scheduler_encryptedWith":"2027","scheduler_encryptedFor":"new"}', now()),
               ('a', 'plain', now(), now(), 4, true, '', NULL, now())
        """);
    assertThat(database.value(MISSING)).isEqualTo("n-1 a 2026");
  }

  @Test
  void nodes_that_do_not_run_and_queues_without_encryption_do_not_count() {
    node("n-1", "2026");
    node("n-2");
    database.execute(
        "UPDATE scheduler.node SET seen_at = seen_at - interval 'PT2M' WHERE name = 'n-2'");
    assertThat(check.compare()).containsExactly(new KeysOfQueue("a", 0));
    node("n-2");
    database.execute("UPDATE scheduler.worker_queue SET encrypted = false");
    assertThat(check.compare()).isEmpty();
    assertThat(database.value("SELECT count(*) FROM scheduler.missing_encryption_key"))
        .isEqualTo("0");
  }

  @Test
  void an_older_node_that_does_not_report_its_keys_is_not_blamed() {
    node("n-1", "2026");
    database.execute(
        "INSERT INTO scheduler.node (name, version, started_at, seen_at, clock_offset) VALUES ('n-2', '1.0', now(), now(), 'PT0S')");
    assertThat(check.compare()).containsExactly(new KeysOfQueue("a", 0));
  }

  private void node(String name, String... keyIds) {
    RegistrationConfig limits =
        new RegistrationConfig(1, 1, 1, 1, new RegistrationConfig.Bulk(1, 1));
    Description description = new Description("1.0", List.of("default"), List.of(keyIds), limits);
    new NodePresence(database.xa(), name, description, InstantSource.system()).tell();
  }
}
