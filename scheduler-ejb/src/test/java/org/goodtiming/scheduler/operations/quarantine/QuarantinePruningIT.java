package org.goodtiming.scheduler.operations.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.config.operations.QuarantineConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuarantinePruningIT {

  private static final QuarantineConfig LIMITS =
      new QuarantineConfig(Duration.ofDays(10), 1_000, 16 * 1024 * 1024);

  private final ContractDatabase database = ContractDatabase.shared();
  private final List<Event> told = new ArrayList<>();
  private final QuarantinePruning pruning = new QuarantinePruning(database.xa(), LIMITS, told::add);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void old_messages_go_and_jobs_stay_however_old() {
    keep("shop", "registration", 10, "9 days", 1);
    keep("shop", "registration", 7, "11 days", 1);
    keep("shop", "dispatch", 3, "400 days", 1);
    keep("shop", "execution", 4, "400 days", 1);

    pruning.run();

    assertThat(database.value("SELECT count(*) FROM scheduler.quarantine")).isEqualTo("17");
  }

  @Test
  void the_oldest_messages_of_a_login_with_too_many_rows_go_and_those_of_others_stay() {
    keep("flood", "registration", 7_000, "1 hour", 1);
    keep("flood", "registration", 600, "1 minute", 1);
    keep("shop", "registration", 900, "2 days", 1);

    pruning.run();

    assertThat(count("flood")).isEqualTo("1000");
    assertThat(count("flood' AND quarantined_at > clock_timestamp() - interval '10 minutes"))
        .isEqualTo("600");
    assertThat(count("shop")).isEqualTo("900");
  }

  @Test
  void the_oldest_messages_of_a_login_with_too_many_bytes_go() {
    keep("flood", "registration", 20, "1 hour", 1024 * 1024);
    keep("shop", "registration", 3, "1 hour", 1024 * 1024);

    pruning.run();

    assertThat(count("flood")).isEqualTo("15");
    assertThat(count("shop")).isEqualTo("3");
  }

  @Test
  void the_fullest_login_is_reported_before_anything_is_deleted() {
    keep("shop", "registration", 200, "1 hour", 1);
    keep("flood", "registration", 850, "1 hour", 1);

    pruning.run();

    assertThat(told).containsExactly(new QuarantineMeasured(0.85));
    assertThat(pruning.fullest()).isEqualTo(new QuarantinePruning.Fill("flood", 0.85));
    assertThat(database.value("SELECT count(*) FROM scheduler.quarantine")).isEqualTo("1050");
  }

  @Test
  void a_node_cannot_delete_what_is_within_the_least_limits() {
    keep("shop", "registration", 1_000, "6 days", 1);

    assertThat(
            database.valueAsNode("SELECT scheduler.prune_quarantine(interval 'PT0S', 0, 0, 5000)"))
        .isEqualTo("0");
  }

  @Test
  void an_empty_quarantine_is_not_full() {
    pruning.run();

    assertThat(told).containsExactly(new QuarantineMeasured(0));
  }

  private void keep(String login, String stage, int rows, String age, int bytes) {
    database.execute(
        """
        INSERT INTO scheduler.quarantine (quarantined_at, stage, code, reason, node, sent_by, message_type, properties, body)
        SELECT clock_timestamp() - interval '%s', '%s', 'SCHED-0102', 'refused', 'node-1', '%s', 'text', '{}',
               convert_to(repeat('x', %d), 'UTF8')
          FROM generate_series(1, %d)
        """
            .formatted(age, stage, login, bytes, rows));
  }

  private String count(String login) {
    return database.value(
        "SELECT count(*) FROM scheduler.quarantine WHERE sent_by = '%s'".formatted(login));
  }
}
