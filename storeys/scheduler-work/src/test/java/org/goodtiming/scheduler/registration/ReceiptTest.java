package org.goodtiming.scheduler.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.goodtiming.scheduler.contract.Registration.RECEIVED_AT;

import java.time.Instant;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Parsers;
import org.goodtiming.scheduler.contract.Registration;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.job.Cancelled;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.Registered;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReceiptTest {

  private static final Instant DUE = Instant.parse("2026-12-01T10:00:00Z");

  private final RegistrationParser parser = Parsers.of(Registration.LIMITS);

  @ParameterizedTest
  @CsvSource({
    "ACCEPTED, accepted, true",
    "REPLACED, replaced, true",
    "KEPT, kept, false",
    "OVERTAKEN, overtaken, false"
  })
  void outcome_of_the_store_is_reported_with_the_due_time(
      Outcome outcome, String status, boolean news) {
    Receipt receipt = Receipt.of(new Registered(job(), outcome, DUE, null, null));

    assertThat(receipt.isNews()).isEqualTo(news);
    assertThat(receipt.properties())
        .containsExactly(
            entry("scheduler_version", 1L),
            entry("scheduler_status", status),
            entry("scheduler_queue", "order-check"),
            entry("scheduler_jobId", "4711"),
            entry("scheduler_dueAt", 1_796_119_200_000L));
  }

  @Test
  void rejected_job_needs_a_reason() {
    assertThatThrownBy(() -> Receipt.of(new Registered(job(), Outcome.REJECTED, DUE, null, null)))
        .hasMessage("order-check/4711 was rejected: say why");
  }

  @Test
  void refusal_is_reported_with_code_and_reason() {
    Intent.Refused refused =
        (Intent.Refused) parser.parse(Registration.dueless().message(), RECEIVED_AT);

    assertThat(Receipt.rejected(refused).properties())
        .containsExactly(
            entry("scheduler_version", 1L),
            entry("scheduler_status", "rejected"),
            entry("scheduler_queue", "order-check"),
            entry("scheduler_jobId", "4711"),
            entry("scheduler_code", "SCHED-0110"),
            entry(
                "scheduler_reason",
                "none of scheduler_dueAt, scheduler_delay, scheduler_recurrence, scheduler_after, scheduler_afterBatch and scheduler_onBatchFailure is given: send one of them"));
  }

  @Test
  void refusal_of_a_message_without_a_key_is_reported_without_one() {
    Intent.Refused refused =
        (Intent.Refused) parser.parse(Registration.empty().message(), RECEIVED_AT);

    assertThat(Receipt.rejected(refused).key()).isNull();
    assertThat(Receipt.rejected(refused).properties())
        .doesNotContainKeys("scheduler_queue", "scheduler_jobId", "scheduler_dueAt");
  }

  @Test
  void cancel_says_what_it_has_met() {
    JobKey key = new JobKey("order-check", "4711");

    assertThat(Receipt.of(key, Cancelled.JOB).properties())
        .containsEntry("scheduler_status", "cancelled");
    assertThat(Receipt.of(key, Cancelled.RUN).properties())
        .containsEntry("scheduler_status", "cancel-requested");
    assertThat(Receipt.of(key, Cancelled.NOTHING).properties())
        .containsEntry("scheduler_status", "cancel-noted");
  }

  @Test
  void a_cancelled_or_replaced_schedule_shows_its_last_dispatched_run() {
    Registered replaced = new Registered(job(), Outcome.REPLACED, null, null, null, DUE);

    assertThat(Receipt.of(replaced).properties())
        .containsEntry("scheduler_lastPlannedAt", 1_796_119_200_000L);
    assertThat(Receipt.of(replaced.job().key(), Cancelled.schedule(DUE)).properties())
        .containsEntry("scheduler_status", "cancelled")
        .containsEntry("scheduler_lastPlannedAt", 1_796_119_200_000L);
    assertThat(Receipt.of(replaced.job().key(), Cancelled.schedule(null)).properties())
        .containsEntry("scheduler_status", "cancelled")
        .doesNotContainKey("scheduler_lastPlannedAt");
  }

  private NewJob job() {
    return ((Intent.Schedule) parser.parse(Registration.good().message(), RECEIVED_AT)).job();
  }
}
