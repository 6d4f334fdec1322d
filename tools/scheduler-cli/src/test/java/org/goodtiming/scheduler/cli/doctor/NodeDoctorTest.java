package org.goodtiming.scheduler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of a node, and the findings for them. */
class NodeDoctorTest {
  private static final Instant NOW = Instant.parse("2026-11-27T00:00:00Z");
  private static final NodeDoctor DOCTOR =
      new NodeDoctor("http://node:8080", new Commands(List.of("--user", "ann"), null));
  private static final String NOTHING = "{\"transactions\": []}";
  private static final String HEALTHY =
      """
      {"ledger": {"registered": 3, "waiting": 1, "difference": 0}, "quarantined": 0, "inDoubt": 0,
       "workerQueues": [{"name": "order-check", "state": "open", "waiting": 1, "due": 0, "overdue": 0, "canary": true,
                         "backlog": {"messages": 1, "delivering": 1, "consumers": 1, "deadLetters": 0}}],
       "leases": [{"partition": "default", "holder": "node-1", "state": "held", "queues": 1},
                  {"partition": "old", "state": "never held", "queues": 0}],
       "nodes": [{"name": "node-1", "live": true, "leads": ["default"], "inDoubt": 0, "version": "0.1.0",
                  "clockOffset": "PT-0.9S", "dispatches": true, "registers": true},
                 {"name": "node-2", "live": true, "leads": [], "inDoubt": 0, "version": "0.1.0", "clockOffset": "PT0.002S"},
                 {"name": "node-0", "live": false, "leads": [], "inDoubt": 0, "version": "0.0.9", "clockOffset": "PT9S"}]}
      """;

  @Test
  void nothing_is_found_where_nothing_is_wrong() {
    assertThat(DOCTOR.state(object(HEALTHY), object(NOTHING), 1, NOW)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "LEDGER | \"difference\": 0 | \"difference\": -2 | -2 jobs",
        "QUARANTINED | \"quarantined\": 0 | \"quarantined\": 7 | 7 messages",
        "NO_LEADER | \"state\": \"held\" | \"problem\": \"the broker is away\", \"state\": \"expired\" | partition default with 1 queue is in state 'expired': the broker is away",
        "DEAD_NODE | \"leads\": [], \"inDoubt\": 0 | \"leads\": [], \"inDoubt\": 4 | node node-0 does not run, and has left 4",
        "KILLED_NODE | \"version\": \"0.0.9\" | \"version\": \"0.0.9\", \"seenAt\": \"2026-11-26T23:00:00Z\" | node node-0 does not run, was not stopped, and was seen last at 2026-11-26T23:00:00Z",
        "VERSIONS | \"inDoubt\": 0, \"version\": \"0.1.0\", \"clockOffset\": \"PT0.002S\" | \"inDoubt\": 0, \"version\": \"0.2.0\" | versions 0.1.0 (node-1), 0.2.0 (node-2)",
        "NODE_CLOCK | PT-0.9S | PT-1.2S | node node-1 differs by PT-1.2S",
        "NODE_CLOCK | PT0.002S | PT1S | node node-2 differs by PT1S",
        "DRAINED | \"dispatches\": true | \"dispatches\": false, \"drainedAt\": \"2026-11-26T23:00:00Z\", \"drainedBy\": \"ann\" | node node-1 is drained since 2026-11-26T23:00:00Z, by ann: it dispatches nothing",
        "DRAINED | \"registers\": true | \"registers\": false | : it registers nothing",
        "QUEUE_RESTS | \"state\": \"open\" | \"state\": \"resting\", \"problem\": \"it is full\" | order-check: it is full",
        "QUEUE_PAUSED | \"state\": \"open\", \"waiting\": 1, \"due\": 0 | \"state\": \"paused\", \"causes\": [{\"code\": \"queue-paused\", \"text\": \"it is paused\"}], \"due\": 2 | it is paused, with 2 jobs due in order-check",
        "QUEUE_LATE | \"overdue\": 0 | \"overdue\": 3, \"oldestDueAt\": \"2026-11-26T23:00:00Z\" | order-check has 3 overdue jobs, the oldest due at 2026-11-26T23:00:00Z",
        "NO_CONSUMER | \"consumers\": 1 | \"consumers\": 0 | order-check has 1 message and no consumer",
        "CANARY_LATE | \"due\": 0 | \"due\": 0, \"lastCanary\": {\"state\": \"missing\", \"missingSince\": \"2026-11-26T23:50:00Z\"} | order-check: no canary has arrived since 2026-11-26T23:50:00Z",
        "CANARY_LATE | \"due\": 0 | \"due\": 0, \"lastCanary\": {\"state\": \"sent\", \"registrationMillis\": 9000, \"dispatchMillis\": 2, \"deliveryMillis\": 1000} | order-check: the last canary was stored after 9000 ms, dispatched 2 ms late, and delivered after 1000 ms"
      })
  void each_fault_in_an_overview_is_found(
      FindingCode code, String healthy, String fault, String seen) {
    assertThat(HEALTHY).contains(healthy);
    List<Finding> findings =
        DOCTOR.state(object(HEALTHY.replace(healthy, fault)), object(NOTHING), 1, NOW);
    assertThat(findings).extracting(Finding::code).containsExactly(code);
    assertThat(findings.get(0).seen()).contains(seen);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "has 5 of 5 runs running | start more workers, raise the limit, or wait",
        "gets at most 600 jobs a minute | raise the limit, or wait",
        "has at most 9 messages at the broker, and gets at most 6 jobs a minute | start more workers, raise the limit, or wait"
      })
  void an_overdue_queue_with_a_limit_is_found_with_its_limit(String limits, String cure) {
    String limited =
        HEALTHY.replace(
            "\"overdue\": 0",
            "\"overdue\": 3, \"oldestDueAt\": \"x\", \"limits\": \"%s\"".formatted(limits));
    assertThat(DOCTOR.state(object(limited), object(NOTHING), 1, NOW))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.cure().hint()).isEqualTo("it %s: %s".formatted(limits, cure)));
  }

  @Test
  void each_pause_of_a_queue_is_a_finding_with_its_own_cure() {
    String paused =
        HEALTHY.replace(
            "\"state\": \"open\", \"waiting\": 1, \"due\": 0",
            """
            "state": "paused", "due": 2, "causes": [{"code": "dispatch-paused", "text": "all"},
            {"code": "queue-paused", "text": "own"}, {"code": "broker-away", "text": "away"}]
            """);
    assertThat(DOCTOR.state(object(paused), object(NOTHING), 1, NOW))
        .extracting(finding -> finding.cure().line())
        .containsExactly(
            "goodtiming dispatch resume --user ann",
            "goodtiming queue resume order-check --user ann");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"state\": \"arrived\", \"registrationMillis\": 9000, \"dispatchMillis\": 0, \"deliveryMillis\": 1000",
        "\"state\": \"not-sent\", \"missingSince\": \"x\", \"deliveryMillis\": 20000"
      })
  void canaries_that_are_not_late_or_not_sent_now_are_no_finding(String canary) {
    String queue =
        HEALTHY.replace("\"due\": 0", "\"due\": 0, \"lastCanary\": {%s}".formatted(canary));
    assertThat(DOCTOR.state(object(queue), object(NOTHING), 1, NOW)).isEmpty();
  }

  @Test
  void a_paused_queue_without_due_jobs_is_no_finding() {
    String paused = HEALTHY.replace("\"state\": \"open\"", "\"state\": \"paused\"");
    assertThat(DOCTOR.state(object(paused), object(NOTHING), 1, NOW)).isEmpty();
  }

  @Test
  void nodes_that_are_missing_are_found() {
    assertThat(DOCTOR.state(object(HEALTHY), object(NOTHING), 3, NOW))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.FEW_NODES);
              assertThat(finding.seen()).isEqualTo("2 of 3 nodes run");
            });
  }

  @Test
  void a_transaction_is_in_doubt_after_a_minute() {
    String inDoubt =
        """
        {"transactions": [{"gtrid": "abc", "node": "node-2", "verdict": "no evidence", "firstSeenAt": "%s"}]}
        """;
    assertThat(
            DOCTOR.state(
                object(HEALTHY), object(inDoubt.formatted("2026-11-26T23:59:30Z")), 1, NOW))
        .isEmpty();
    assertThat(
            DOCTOR.state(
                object(HEALTHY), object(inDoubt.formatted("2026-11-26T23:58:59Z")), 1, NOW))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.IN_DOUBT);
              assertThat(finding.cure().line())
                  .isEqualTo("goodtiming in-doubt resolve abc --user ann");
            });
  }

  @Test
  void each_check_of_a_node_that_is_down_is_a_finding() {
    JsonObject health =
        object(
            """
            {"status": "DOWN", "checks": [
              {"name": "scheduler", "status": "DOWN", "data": {"node": "node-1", "problem": "the database is away"}},
              {"name": "scheduler-ledger", "status": "UP", "data": {}}]}
            """);
    assertThat(DOCTOR.health(health))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.NODE_NOT_READY);
              assertThat(finding.seen()).contains("check scheduler", "the database is away");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          404 | upgrade the node at http://node:8080
          503 | wait until the broker answers the node at http://node:8080
          0   | wait until the broker answers the node at http://node:8080
          500 | the reason is in server.log of the node at http://node:8080
          """)
  void a_node_that_does_not_show_the_broker_has_a_cure_for_its_reason(int status, String advice) {
    Finding finding = DOCTOR.brokerUnseen(status, "why");
    assertThat(finding.seen()).isEqualTo("why");
    assertThat(finding.cure().hint()).startsWith(advice);
  }

  private static JsonObject object(String text) {
    try (var reader = Json.createReader(new StringReader(text))) {
      return reader.readObject();
    }
  }
}
