package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.system.Registrant.Receipt;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A payload that does not match the schema of its queue starts nothing. */
class InputSchemaIT {

  private static final String FAR = "2100-01-01T00:00:00Z";
  private static final String QUEUE = "/worker-queues/test.registration";
  private static final String DEFINITION = "/definitions/numbers";
  private static final String ORDERS =
      "{\"inputSchema\": {\"type\": \"object\", \"properties\": {\"n\": {\"type\": \"integer\"}}}}";

  private final SystemStack stack = SystemStack.shared();
  private final RestClient rest = new RestClient(stack.node(1));
  private final Registrant registrant = new Registrant(stack.connectionFactory());

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @AfterEach
  void close() {
    registrant.close();
    stack.clear();
  }

  @Test
  void a_payload_that_does_not_match_is_refused_by_rest_and_kept_by_jms_with_its_pointer() {
    Answer bad = rest.put(QUEUE, "{\"inputSchema\": {\"type\": \"numbr\"}}");
    assertThat(bad.status()).as(bad.body()).isEqualTo(422);
    assertThat(bad.code()).isEqualTo("SCHED-0057");
    Answer set = rest.put(QUEUE, ORDERS);
    assertThat(set.status()).as(set.body()).isEqualTo(200);
    assertThat(set.json().getJsonObject("inputSchema").getString("type")).isEqualTo("object");

    Answer refused = new RestClient(stack.node(2)).post("/jobs", job("{\"n\": \"abc\"}"));
    assertThat(refused.status()).as(refused.body()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("SCHED-0058");
    assertThat(refused.json().getString("pointer")).isEqualTo("/n");
    assertThat(rest.post("/jobs", job("{\"n\": 5}")).status()).isEqualTo(202);

    Receipt receipt = registrant.ask("{\"n\": \"abc\"}", properties("bad"));
    assertThat(receipt.status()).isEqualTo("rejected");
    assertThat(receipt.property("scheduler_code")).isEqualTo("SCHED-0058");
    assertThat(receipt.property("scheduler_reason").toString()).contains("at '/n': string found");
    assertThat(registrant.ask("{\"n\": 6}", properties("good")).status()).isEqualTo("accepted");
    await().until(() -> stack.ledger("waiting") == 2);
    assertThat(stack.values("SELECT job_id || ' ' || code FROM scheduler.quarantine"))
        .containsExactly("bad SCHED-0058");

    assertThat(rest.put(QUEUE, "{\"inputSchema\": null}").json()).doesNotContainKey("inputSchema");
    assertThat(registrant.ask("abc", properties("any")).status()).isEqualTo("accepted");
  }

  @Test
  void jobs_that_name_a_definition_match_its_schema_too() {
    Answer bad = rest.put(DEFINITION, "{\"queue\": \"test.registration\", \"inputSchema\": 5}");
    assertThat(bad.status()).as(bad.body()).isEqualTo(422);
    assertThat(bad.code()).isEqualTo("SCHED-0057");
    Answer set =
        rest.put(
            DEFINITION,
            "{\"queue\": \"test.registration\", \"inputSchema\": {\"properties\": {\"n\": {\"maximum\": 5}}}}");
    assertThat(set.status()).as(set.body()).isEqualTo(201);
    assertThat(set.json().getJsonObject("inputSchema")).containsKey("properties");
    rest.put(QUEUE, ORDERS);

    Answer refused = new RestClient(stack.node(2)).post("/jobs", defined("{\"n\": 6}"));
    assertThat(refused.status()).as(refused.body()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("SCHED-0058");
    assertThat(refused.json().getString("pointer")).isEqualTo("/n");
    assertThat(refused.json().getString("detail")).contains("the schema of definition 'numbers'");
    Answer byQueue = rest.post("/jobs", defined("{\"n\": \"abc\"}"));
    assertThat(byQueue.json().getString("detail"))
        .contains("the schema of worker queue 'test.registration'");
    assertThat(rest.post("/jobs", defined("{\"n\": 5}")).status()).isEqualTo(202);
    assertThat(rest.post("/jobs", job("{\"n\": 6}")).status()).isEqualTo(202);
    Map<String, Object> message =
        Map.of("scheduler_definition", "numbers", "scheduler_jobId", "bad", "scheduler_dueAt", FAR);
    Receipt receipt = registrant.ask("{\"n\": 6}", message);
    assertThat(receipt.status()).isEqualTo("rejected");
    assertThat(receipt.property("scheduler_code")).isEqualTo("SCHED-0058");
    assertThat(stack.ledger("waiting")).isEqualTo(2);
  }

  @Test
  void a_schema_may_have_64_kib() {
    String large = "{\"inputSchema\": {\"title\": \"%s\"}}";
    Answer set = rest.put(QUEUE, large.formatted("x".repeat(65_000)));
    assertThat(set.status()).isEqualTo(200);
    assertThat(rest.put(QUEUE, large.formatted("x".repeat(66_000))).code()).isEqualTo("SCHED-0057");
  }

  @Test
  void the_sample_that_computes_numbers_takes_nothing_else() {
    for (String number : new String[] {"\"abc\"", "{\"n\": \"abc\"}", "-1", "93", "1.5"}) {
      Answer answer = rest.post("/jobs", fibonacci(number));
      assertThat(answer.status()).as(answer.body()).isEqualTo(422);
      assertThat(answer.code()).as(number).isEqualTo("SCHED-0058");
    }
    assertThat(rest.post("/jobs", fibonacci("20")).status()).isEqualTo(202);
    assertThat(stack.ledger("registered")).isEqualTo(1);
  }

  @Nightly
  @Test
  void amqp_and_stomp_are_refused_alike() {
    rest.put(QUEUE, ORDERS);
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker());
        StompRegistrant stomp = new StompRegistrant(stack.broker(), BrokerUser.ADMIN)) {
      Map<String, String> headers =
          Map.of(
              "scheduler_queue", "test.registration",
              "scheduler_jobId", "stomp",
              "scheduler_dueAt", "21000101T000000Z");
      assertThat(stomp.send(headers, "[]".getBytes(UTF_8), true)).isTrue();
      assertThat(amqp.send("[]", properties("amqp"))).isTrue();
      await().until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 2);
    }
    assertThat(stack.values("SELECT job_id || ' ' || code FROM scheduler.quarantine ORDER BY 1"))
        .containsExactly("amqp SCHED-0058", "stomp SCHED-0058");
  }

  private static Map<String, Object> properties(String jobId) {
    return Map.of(
        "scheduler_queue", "test.registration", "scheduler_jobId", jobId, "scheduler_dueAt", FAR);
  }

  private static String job(String body) {
    return "{\"queue\": \"test.registration\", \"dueAt\": \"%s\", \"body\": %s}"
        .formatted(FAR, body);
  }

  private static String defined(String body) {
    return "{\"definition\": \"numbers\", \"dueAt\": \"%s\", \"body\": %s}".formatted(FAR, body);
  }

  private static String fibonacci(String body) {
    return "{\"queue\": \"fibonacci\", \"dueAt\": \"%s\", \"body\": %s}".formatted(FAR, body);
  }
}
