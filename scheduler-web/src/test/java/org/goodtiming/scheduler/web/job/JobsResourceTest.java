package org.goodtiming.scheduler.web.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.job.JobChanges.Outcome;
import org.goodtiming.scheduler.operations.job.Move;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The methods that need neither a request nor a database. */
class JobsResourceTest {

  private static final JobKey KEY = new JobKey("order-check", "4711");

  @ParameterizedTest
  @CsvSource({"CHANGED,changed", "EXPIRES,expires"})
  void a_change_has_a_receipt_of_one_word(Outcome outcome, String status) {
    Response answer = JobsResource.changed(KEY, outcome);

    assertThat(answer.getStatus()).isEqualTo(200);
    assertThat(answer.getEntity()).isEqualTo("{\"status\":\"" + status + "\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          NOT_WAITING     | 404 SCHED-0903 no job waits under 'order-check/4711': it was never registered, or it is dispatched, cancelled or expired; search for its id to see what is known of it
          HELD            | 409 SCHED-0945 job 'order-check/4711' is held: release it first
          AFTER_OTHERS    | 409 SCHED-0877 job 'order-check/4711' waits for the ends of other jobs: register it again without them
          RECURS          | 409 SCHED-0944 job 'order-check/4711' is a run of a schedule, which cannot be held: pause the schedule
          PAUSED          | 409 SCHED-0951 job 'order-check/4711' is a run of a schedule that is paused: resume the schedule
          EXPIRES_EARLIER | 422 SCHED-0923 job 'order-check/4711' expires before it would be due: register it again with a later expiresAt
          """)
  void a_change_that_is_not_possible_is_refused(Outcome outcome, String refusal) {
    assertThat(refusal(() -> JobsResource.changed(KEY, outcome))).isEqualTo(refusal);
  }

  @Test
  void a_rescheduled_job_needs_a_due_time_or_an_offset() {
    assertThat(move("{\"dueAt\": \"2100-01-01T00:00:00Z\"}"))
        .isEqualTo(new Move.To(Instant.parse("2100-01-01T00:00:00Z")));
    assertThat(move("{\"dueOffset\": \"PT1H\"}")).isEqualTo(new Move.By(Duration.ofHours(1)));
    assertThat(refusal(() -> move("{}"))).startsWith("422 SCHED-0916 field dueAt is absent: send");
    assertThat(refusal(() -> move(""))).startsWith("400 SCHED-0901");
  }

  private static Move move(String json) {
    return JobsResource.move(new ByteArrayInputStream(json.getBytes(UTF_8)));
  }
}
