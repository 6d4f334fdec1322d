package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.goodtiming.scheduler.system.Registrant.Receipt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Registration by plain JMS from outside the server: wire contract version 1. */
@AnyServer
class RegistrationIT {

  private static final String FAR = "2100-01-01T00:00:00Z";

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final Registrant registrant = new Registrant(stack.connectionFactory());

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void a_receipt_has_the_outcome_of_a_registration() {
    Receipt receipt = registrant.ask("x", Map.of("scheduler_jobId", "1", "scheduler_dueAt", FAR));
    assertThat(receipt.status()).isEqualTo("accepted");
    assertThat(receipt.property("scheduler_jobId")).isEqualTo("1");
    assertThat(receipt.property("scheduler_dueAt")).isEqualTo(Instant.parse(FAR).toEpochMilli());
    assertWaiting("1", "test.registration 2100-01-01 00:00:00+00 x");
  }

  @Test
  void a_later_registration_replaces() {
    registrant.ask("first", Map.of("scheduler_jobId", "1", "scheduler_dueAt", FAR));
    Receipt receipt =
        registrant.ask(
            "second", Map.of("scheduler_jobId", "1", "scheduler_dueAt", "2101-01-01T00:00:00Z"));
    assertThat(receipt.status()).isEqualTo("replaced");
    assertWaiting("1", "test.registration 2101-01-01 00:00:00+00 second");
  }

  @Test
  void keep_and_reject_leave_the_waiting_job() {
    registrant.ask("first", Map.of("scheduler_jobId", "1", "scheduler_dueAt", FAR));
    Receipt kept = ask("second", "keep");
    Receipt rejected = ask("third", "reject");
    assertThat(kept.status()).isEqualTo("kept");
    assertThat(rejected.status()).isEqualTo("rejected");
    assertWaiting("1", " first");
    assertQuarantined(rejected.property("scheduler_code"));
  }

  @Test
  void without_a_job_id_one_is_generated_and_returned() {
    Receipt receipt = registrant.ask("x", Map.of("scheduler_dueAt", FAR));
    assertWaiting((String) receipt.property("scheduler_jobId"), " x");
  }

  @Test
  void a_thousand_messages_in_a_row_are_all_stored() {
    registrant.sendAll(1000, i -> Map.of("scheduler_jobId", "job " + i, "scheduler_dueAt", FAR));
    await()
        .untilAsserted(
            () ->
                assertThat(
                        stack.value("SELECT registered || ' ' || difference FROM scheduler.ledger"))
                    .isEqualTo("1000 0"));
  }

  @Test
  void those_that_wait_for_a_row_hold_up_no_other() throws SQLException {
    registrant.ask("first", Map.of("scheduler_jobId", "1", "scheduler_dueAt", FAR));
    await().until(() -> stack.ledger("waiting") == 1);
    try (Connection holder = stack.connection();
        Statement lock = holder.createStatement()) {
      holder.setAutoCommit(false);
      lock.execute("SELECT FROM scheduler.job FOR UPDATE");
      // The bean of each node, and a further session of one
      for (int waiting = 1; waiting <= 3; waiting++) {
        registrant.send("later", Map.of("scheduler_jobId", "1", "scheduler_dueAt", FAR));
        int soMany = waiting;
        await().until(() -> transactionsThatWait().size() == soMany);
      }
      List<String> waiting = transactionsThatWait();
      registrant.ask("x", Map.of("scheduler_jobId", "2", "scheduler_dueAt", FAR));
      assertThat(transactionsThatWait()).isEqualTo(waiting);
      holder.rollback();
    }
    assertWaiting("1", " later");
    assertWaiting("2", " x");
  }

  private List<String> transactionsThatWait() {
    return stack.values(
        "SELECT xact_start FROM pg_stat_activity WHERE usename = 'scheduler_xa' AND wait_event_type"
            + " = 'Lock' ORDER BY 1");
  }

  @Test
  void a_non_persistent_message_is_accepted() {
    registrant.sendNonPersistent("x", Map.of("scheduler_jobId", "1", "scheduler_dueAt", FAR));
    assertWaiting("1", " x");
  }

  static Stream<Arguments> badMessages() {
    return Stream.of(
        bad("no due date", Map.of(), "x"),
        bad("unknown queue", Map.of("scheduler_dueAt", FAR, "scheduler_queue", "nobody"), "x"),
        bad("oversized body", Map.of("scheduler_dueAt", FAR), "x".repeat(256 * 1024 + 1)),
        bad("NUL in the job id", Map.of("scheduler_dueAt", FAR, "scheduler_jobId", "a\0b"), "x"),
        bad("cancel without job id", Map.of("scheduler_op", "cancel"), "x"));
  }

  static Stream<Arguments> moreBadMessages() {
    return Stream.of(
        bad("both dueAt and delay", Map.of("scheduler_dueAt", FAR, "scheduler_delay", "PT1S"), "x"),
        bad("unreadable due date", Map.of("scheduler_dueAt", "tomorrow"), "x"),
        bad("due date without offset", Map.of("scheduler_dueAt", "2100-01-01T00:00:00"), "x"),
        bad("due beyond year 9999", Map.of("scheduler_dueAt", "+10000-01-01T00:00:00Z"), "x"),
        bad("unreadable delay", Map.of("scheduler_delay", "5 minutes"), "x"),
        bad(
            "an address of ours",
            Map.of("scheduler_dueAt", FAR, "scheduler_queue", "scheduler.jobs"),
            "x"),
        bad("reserved property", Map.of("scheduler_dueAt", FAR, "scheduler_fireId", "mine"), "x"),
        bad("unknown property", Map.of("scheduler_dueAt", FAR, "scheduler_duedate", "2100"), "x"),
        bad(
            "unknown contract version",
            Map.of("scheduler_dueAt", FAR, "scheduler_version", "2"),
            "x"),
        bad("unknown operation", Map.of("scheduler_dueAt", FAR, "scheduler_op", "explode"), "x"),
        bad("unreadable recurrence", Map.of("scheduler_recurrence", "cron:0 0 6 32 * ?"), "x"),
        bad(
            "priority out of range",
            Map.of("scheduler_dueAt", FAR, "scheduler_priority", 10L),
            "x"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badMessages")
  void invalid_registrations_are_kept_with_their_reason(
      String name, Map<String, Object> properties, String body) {
    assertKept(properties, body);
  }

  @Nightly
  @ParameterizedTest(name = "{0}")
  @MethodSource("moreBadMessages")
  void anything_else_that_cannot_be_accepted_is_kept_with_its_reason(
      String name, Map<String, Object> properties, String body) {
    assertKept(properties, body);
  }

  private void assertKept(Map<String, Object> properties, String body) {
    Receipt receipt = registrant.ask(body, properties);
    assertThat(receipt.status()).isEqualTo("rejected");
    assertThat((String) receipt.property("scheduler_code")).matches("SCHED-01\\d\\d");
    assertThat((String) receipt.property("scheduler_reason")).isNotBlank();
    assertQuarantined(receipt.property("scheduler_code"));
    assertThat(stack.value("SELECT convert_from(body, 'UTF8') FROM scheduler.quarantine"))
        .isEqualTo(body);
    assertThat(stack.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
  }

  @Test
  void objects_maps_and_streams_are_refused_and_kept() {
    registrant.askObject(new java.util.Date(), Map.of("scheduler_dueAt", FAR));
    registrant.askMap(Map.of("colour", "red"), Map.of("scheduler_dueAt", FAR));
    registrant.askStream(List.of("one", 2), Map.of("scheduler_dueAt", FAR));
    await()
        .untilAsserted(
            () ->
                assertThat(stack.values("SELECT message_type FROM scheduler.quarantine"))
                    .containsExactlyInAnyOrder("object", "map", "stream"));
    assertThat(
            stack.value(
                "SELECT encode(substring(body FROM 1 FOR 2), 'hex') FROM scheduler.quarantine WHERE"
                    + " message_type = 'object'"))
        .as("a Java serialization stream, kept without being read")
        .isEqualTo("aced");
    assertThat(
            stack.value(
                "SELECT convert_from(body, 'UTF8') FROM scheduler.quarantine WHERE message_type ="
                    + " 'map'"))
        .contains("\"colour\"", "\"red\"");
  }

  @Test
  void one_bad_message_among_many_drags_none_along() {
    registrant.sendAll(
        200,
        i ->
            i % 10 == 0
                ? Map.of("scheduler_jobId", "bad " + i)
                : Map.of("scheduler_jobId", "good " + i, "scheduler_dueAt", FAR));
    await()
        .untilAsserted(
            () -> {
              assertThat(stack.value("SELECT count(*) FROM scheduler.job")).isEqualTo("180");
              assertThat(stack.value("SELECT count(*) FROM scheduler.quarantine")).isEqualTo("20");
            });
  }

  private Receipt ask(String body, String ifExists) {
    return registrant.ask(
        body,
        Map.of(
            "scheduler_jobId",
            "1",
            "scheduler_dueAt",
            "2101-01-01T00:00:00Z",
            "scheduler_ifExists",
            ifExists));
  }

  /** The broker's branch commits first, so a receipt may come before the row can be seen. */
  private void assertWaiting(String jobId, String expected) {
    await().untilAsserted(() -> assertThat(waiting(jobId)).endsWith(expected));
  }

  private void assertQuarantined(Object code) {
    await()
        .untilAsserted(
            () ->
                assertThat(stack.values("SELECT code FROM scheduler.quarantine"))
                    .containsExactly((String) code));
  }

  private String waiting(String jobId) {
    return stack.value(
        "SELECT queue || ' ' || (due_at AT TIME ZONE 'UTC')::text || '+00 ' || convert_from(body, 'UTF8') FROM scheduler.job WHERE job_id = '%s'"
            .formatted(jobId));
  }

  private static Arguments bad(String name, Map<String, Object> properties, String body) {
    return Arguments.of(name, properties, body);
  }
}
