package org.goodtiming.scheduler.operations.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Properties that people do not see in full. */
class RedactedPayloadsIT {

  private static final Redaction REDACTION = new Redaction(Map.of("x_iban", 4));
  private static final JobKey KEY = new JobKey("a", "1");

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobQueries jobs = new JobQueries(database.reader(), REDACTION);

  @BeforeEach
  void empty() {
    database.clear();
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(
            List.of(
                job("a", "1")
                    .tracked()
                    .properties(Map.of("x_iban", "DE02120300000000202051", "x_name", "Jane"))
                    .build()));
  }

  @Test
  void a_waiting_job_and_the_input_of_its_run_show_the_last_four_characters() {
    UUID fireId = UUID.fromString(database.value("SELECT fire_id FROM scheduler.execution"));
    for (Optional<JobPayload> shown : List.of(jobs.payload(KEY), jobs.input(fireId))) {
      assertThat(shown.orElseThrow().properties())
          .contains("\"x_iban\":\"****2051\"", "\"x_name\":\"Jane\"")
          .doesNotContain("DE02");
    }
  }

  @Test
  void a_line_of_a_list_shows_the_last_four_characters() {
    List<JobView> listed =
        jobs.list(new JobFilter(null, null, null, null, null, null, null, null), null, 10).jobs();
    assertThat(jobs.payloads(listed).get(listed.get(0).id()).excerpt())
        .contains("\"x_iban\":\"****2051\"", "\"x_name\":\"Jane\"")
        .doesNotContain("DE02");
  }

  @Test
  void the_worker_gets_the_value_itself() {
    assertThat(database.value("SELECT properties::jsonb ->> 'x_iban' FROM scheduler.job"))
        .isEqualTo("DE02120300000000202051");
  }

  @Test
  void a_row_of_the_quarantine_shows_the_same_and_what_cannot_be_read_is_hidden() {
    assertThat(quarantined("{\"x_iban\": \"DE02120300000000202051\"}"))
        .isEqualTo("{\"x_iban\":\"****2051\"}");
    assertThat(quarantined("x_iban DE02120300000000202051")).isEqualTo("{}");
  }

  private String quarantined(String properties) {
    database.execute(
        """
        INSERT INTO scheduler.quarantine (stage, code, reason, node, message_type, properties, body)
        VALUES ('registration', 'SCHED-0110', 'test', 'node-1', 'text', '%s', '')
        """
            .formatted(properties));
    long id = Long.parseLong(database.value("SELECT max(id) FROM scheduler.quarantine"));
    return new QuarantineQueries(database.reader(), REDACTION)
        .payload(id)
        .orElseThrow()
        .properties();
  }
}
