package org.goodtiming.scheduler.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.Refusals.problem;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.registration.Receipt.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReceiptsTest {

  private static final JobKey KEY = new JobKey("order-check", "4711");

  @ParameterizedTest
  @CsvSource({
    "ACCEPTED,201",
    "REPLACED,201",
    "CANCELLED,201",
    "CANCEL_NOTED,201",
    "KEPT,200",
    "CANCEL_REQUESTED,202"
  })
  void each_result_has_its_status(Status status, int expected) {
    Response answer = Receipts.answer(receipt(status), 201).build();

    assertThat(answer.getStatus()).isEqualTo(expected);
    assertThat(answer.getMediaType()).isEqualTo(MediaType.APPLICATION_JSON_TYPE);
    assertThat(answer.getEntity())
        .isEqualTo(
            "{\"status\":\"%s\",\"queue\":\"order-check\",\"jobId\":\"4711\"}"
                .formatted(status.wireName()));
  }

  @Test
  void a_later_intent_is_a_conflict() {
    assertThat(problem(Receipts.answer(receipt(Status.OVERTAKEN), 201).build()))
        .isEqualTo(
            "409 SCHED-0906 a job or a cancel with a later send time exists for 'order-check/4711': its"
                + " sender's clock is ahead; send the request again later");
  }

  @ParameterizedTest
  @CsvSource({
    "SCHED-0901,400",
    "SCHED-0151,403",
    "SCHED-0152,403",
    "SCHED-0150,409",
    "SCHED-0141,413",
    "SCHED-0102,422",
    "SCHED-0112,422",
    "SCHED-0149,422",
    "SCHED-0186,422"
  })
  void a_refusal_of_the_wire_contract_keeps_its_code_and_reason(String code, int status) {
    Response answer =
        Receipts.answer(
                new Receipt(Status.REJECTED, null, null, code, "why: do it so", null, null), 201)
            .build();

    assertThat(problem(answer)).isEqualTo(status + " " + code + " why: do it so");
    assertThat(answer.getMediaType()).hasToString("application/problem+json");
  }

  @ParameterizedTest
  @EnumSource(Status.class)
  void every_result_is_answered(Status status) {
    Receipt receipt = new Receipt(status, KEY, null, "SCHED-0102", "why", null, null);

    assertThat(Receipts.answer(receipt, 200).build().getStatus()).isBetween(200, 422);
  }

  private static Receipt receipt(Status status) {
    return new Receipt(status, KEY, null, null, null, null, null);
  }
}
