package org.goodtiming.scheduler.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.contract.Registration;
import org.goodtiming.scheduler.registration.Receipt.Status;
import org.junit.jupiter.api.Test;

class BulkReceiptTest {

  private static final Instant DUE = Instant.parse("2026-12-01T10:00:00Z");
  private static final JobKey KEY = new JobKey("order-check", "4711");

  @Test
  void counts_say_what_became_of_the_lines() {
    BulkReceipt receipt =
        receipt(
            became(Status.ACCEPTED, DUE),
            became(Status.ACCEPTED, DUE.minusSeconds(1)),
            became(Status.REPLACED, DUE),
            became(Status.KEPT, DUE.minusSeconds(2)),
            became(Status.OVERTAKEN, null));

    assertThat(receipt.properties())
        .containsExactly(
            entry("scheduler_version", 1L),
            entry("scheduler_status", "accepted"),
            entry("scheduler_lines", 5L),
            entry("scheduler_accepted", 2L),
            entry("scheduler_replaced", 1L),
            entry("scheduler_kept", 1L),
            entry("scheduler_overtaken", 1L),
            entry("scheduler_rejected", 0L));
    assertThat(receipt.firstNews()).isEqualTo(DUE.minusSeconds(1));
  }

  @Test
  void the_first_three_refusals_are_reported_with_their_lines() {
    BulkReceipt receipt =
        receipt(
            rejected("a"),
            became(Status.ACCEPTED, DUE),
            rejected("b"),
            rejected("c"),
            rejected("d"));

    assertThat(receipt.properties())
        .contains(
            entry("scheduler_status", "partly"),
            entry("scheduler_rejected", 4L),
            entry("scheduler_code", "SCHED-0110"),
            entry(
                "scheduler_reason",
                "line 1: SCHED-0110 a\nline 3: SCHED-0110 b\nline 4: SCHED-0110 c"));
  }

  @Test
  void nothing_but_refusals_is_rejected_and_wakes_nobody() {
    BulkReceipt receipt = receipt(rejected("a"), rejected("b"));

    assertThat(receipt.word()).isEqualTo("rejected");
    assertThat(receipt.firstNews()).isNull();
  }

  private static BulkReceipt receipt(Receipt... receipts) {
    List<RegistrationRequest> lines = new ArrayList<>();
    for (Receipt receipt : receipts) {
      Intent.Line line = new Intent.Line(lines.size() + 1, "{}", refused(""));
      RegistrationRequest request =
          new RegistrationRequest(Registration.empty().message(), line, line.intent());
      request.answer(receipt);
      lines.add(request);
    }
    return BulkReceipt.of(lines);
  }

  private static Receipt became(Status status, Instant dueAt) {
    return new Receipt(status, KEY, dueAt, List.of(), null, null);
  }

  private static Receipt rejected(String reason) {
    return Receipt.rejected(refused(reason));
  }

  private static Intent.Refused refused(String reason) {
    return new Intent.Refused(Refusal.DUE_MISSING, reason, null, null);
  }
}
