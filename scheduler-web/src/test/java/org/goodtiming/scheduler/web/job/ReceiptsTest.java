package org.goodtiming.scheduler.web.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.problem;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Mistake;
import org.goodtiming.scheduler.operations.idempotency.StoredAnswer;
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
    "SCHED-0856,403",
    "SCHED-0878,403",
    "SCHED-0150,409",
    "SCHED-0853,409",
    "SCHED-0855,409",
    "SCHED-0141,413",
    "SCHED-0102,422",
    "SCHED-0112,422",
    "SCHED-0149,422",
    "SCHED-0186,422"
  })
  void a_refusal_of_the_wire_contract_keeps_its_code_and_reason(String code, int status) {
    Response answer =
        Receipts.answer(Receipt.rejected(null, List.of(new Mistake(code, "why: do it so"))), 201)
            .build();

    assertThat(problem(answer)).isEqualTo(status + " " + code + " why: do it so");
    assertThat(answer.getMediaType()).hasToString("application/problem+json");
  }

  @Test
  void all_that_is_wrong_is_reported_by_the_names_of_fields() {
    Receipt receipt =
        Receipt.rejected(
            KEY,
            List.of(
                new Mistake("SCHED-0114", "scheduler_delay is 'soon', which is no duration"),
                new Mistake("SCHED-0126", "scheduler_priority is 'scheduler_delay': send 0 to 9")));

    Response answer = Receipts.answer(receipt, 201).build();

    assertThat(answer.getEntity())
        .isEqualTo(
            """
            {"title":"Unprocessable Content","status":422,"code":"SCHED-0114",\
            "detail":"delay is 'soon', which is no duration; priority is 'scheduler_delay': send 0 to 9",\
            "errors":[{"code":"SCHED-0114","detail":"delay is 'soon', which is no duration"},\
            {"code":"SCHED-0126","detail":"priority is 'scheduler_delay': send 0 to 9"}]}\
            """);
  }

  @Test
  void a_mistake_in_the_payload_has_its_pointer() {
    Receipt receipt =
        Receipt.rejected(KEY, List.of(new Mistake("SCHED-0058", "at '/n': it is text", "/n")));

    assertThat(Receipts.answer(receipt, 201).build().getEntity())
        .isEqualTo(
            """
            {"title":"Unprocessable Content","status":422,"code":"SCHED-0058",\
            "detail":"at '/n': it is text","pointer":"/n"}\
            """);
  }

  @ParameterizedTest
  @EnumSource(Status.class)
  void every_result_is_answered(Status status) {
    Receipt receipt =
        new Receipt(status, KEY, null, List.of(new Mistake("SCHED-0102", "why")), null, null);

    assertThat(Receipts.answer(receipt, 200).build().getStatus()).isBetween(200, 422);
  }

  @Test
  void the_location_is_the_path_of_the_accepted_job() {
    StoredAnswer answer = Receipts.created(accepted(new JobKey("order-check", "a;b=c"), null));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.location()).isEqualTo("jobs/order-check/base64url:YTtiPWM");
  }

  @Test
  void the_location_of_a_tracked_job_is_its_execution() {
    assertThat(Receipts.created(accepted(KEY, new UUID(0, 1))).location())
        .isEqualTo("executions/00000000-0000-0000-0000-000000000001");
  }

  @Test
  void a_repeated_request_is_answered_as_the_first_one_while_the_login_has_a_grant() {
    StoredAnswer first = Receipts.created(accepted(KEY, null));

    assertThat(Receipts.replayed(first, key -> Optional.empty())).isEqualTo(first);
    assertThat(Receipts.replayed(first, key -> Optional.of(refused("SCHED-0102"))))
        .isEqualTo(first);
  }

  @Test
  void a_repeated_request_is_refused_when_the_grant_is_revoked() {
    StoredAnswer first = Receipts.created(accepted(KEY, null));

    StoredAnswer replayed =
        Receipts.replayed(
            first, key -> Optional.of(refused(key.equals(KEY) ? "SCHED-0152" : "SCHED-0102")));

    assertThat(replayed.status()).isEqualTo(403);
    assertThat(replayed.location()).isNull();
  }

  private static Receipt refused(String code) {
    return Receipt.rejected(KEY, List.of(new Mistake(code, "there is no grant")));
  }

  @Test
  void a_refused_job_has_no_location() {
    StoredAnswer answer =
        Receipts.created(
            Receipt.rejected(KEY, List.of(new Mistake("SCHED-0150", "it waits already"))));

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.location()).isNull();
    assertThat(answer.json())
        .isEqualTo(
            "{\"title\":\"Conflict\",\"status\":409,\"code\":\"SCHED-0150\",\"detail\":\"it waits already\"}");
  }

  private static Receipt accepted(JobKey key, UUID execution) {
    return new Receipt(Status.ACCEPTED, key, null, List.of(), execution, null);
  }

  private static Receipt receipt(Status status) {
    return new Receipt(status, KEY, null, List.of(), null, null);
  }
}
