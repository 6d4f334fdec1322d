package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nobody but the worker sees the value of a redacted property; people see its last characters. */
class RedactionIT {

  private static final String QUEUE = "test.registration";
  private static final String ACCOUNT = "DE02120300000000202051";
  private static final String SHOWN = "\"x_account\":\"****2051\"";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SystemStack stack = SystemStack.shared();
  private final RestClient rest = new RestClient(stack.node(1));
  private final List<NodeLog> logs =
      List.of(NodeLog.from(stack.node(1)), NodeLog.from(stack.node(2)));

  private TrackedJobs jobs;
  private Registrant registrant;

  @BeforeEach
  void open() {
    stack.clear();
    assertThat(rest.put("/worker-queues/" + QUEUE, "{\"events\": true}").status()).isEqualTo(200);
    jobs = new TrackedJobs(stack, QUEUE);
    registrant = new Registrant(stack.connectionFactory());
  }

  @AfterEach
  void close() {
    registrant.close();
    jobs.close();
    stack.clear();
  }

  @Test
  void the_value_comes_to_the_worker_and_people_see_its_last_characters() throws JMSException {
    UUID run = dispatchWithEvents();
    wait("job", "\"delay\": \"PT1H\"");
    wait("schedule", "\"recurrence\": \"every:P1D\"");
    define();
    long row = quarantine();

    assertShown("/jobs/%s/job".formatted(QUEUE));
    assertShown("/schedules/%s/schedule".formatted(QUEUE));
    assertShown("/definitions/account");
    assertShown("/executions/%s?follow=false".formatted(run));
    assertShown("/quarantine/%d".formatted(row));
    for (String list :
        List.of("jobs", "schedules", "definitions", "executions", "quarantine", "audit")) {
      assertHidden(rest.get("/" + list));
    }
    assertThat(rest.get("/search?q=" + ACCOUNT).json().getJsonArray("found")).isEmpty();
    logs.forEach(log -> assertThat(log.count(ACCOUNT)).as(log.node()).isZero());
  }

  /** Subscribers are told of the run, and not of the value. */
  private UUID dispatchWithEvents() throws JMSException {
    try (JMSContext context = stack.connectionFactory().createContext();
        JMSConsumer events = context.createConsumer(context.createTopic("scheduler.events"))) {
      UUID run = dispatch();
      for (String word : List.of("registered", "dispatched")) {
        Message event = events.receive(PATIENCE.toMillis());
        assertThat(event.getStringProperty("cloudEvents_type")).endsWith(word);
        assertThat(event.getBody(String.class)).contains("run").doesNotContain(ACCOUNT);
        assertThat(event.propertyExists("x_account")).isFalse();
      }
      return run;
    }
  }

  /** With the value as its worker gets it. */
  private UUID dispatch() throws JMSException {
    jobs.register("run", "body", Map.of("x_account", ACCOUNT));
    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      Message delivery = worker.receiveMessage();
      assertThat(delivery.getStringProperty("x_account")).isEqualTo(ACCOUNT);
    }
    return jobs.await("run", ExecutionState.DISPATCHED).fireId();
  }

  private void wait(String jobId, String due) {
    Answer answer =
        rest.put(
            "/jobs/%s/%s".formatted(QUEUE, jobId),
            "{%s, \"properties\": {\"x_account\": \"%s\"}}".formatted(due, ACCOUNT));
    assertThat(answer.status()).as(answer.body()).isBetween(200, 202);
    assertHidden(answer);
  }

  /** Twice, so that the audit has both states of it. */
  private void define() {
    for (String body : List.of("old", "new")) {
      Answer answer =
          rest.put(
              "/definitions/account",
              "{\"queue\": \"%s\", \"body\": \"%s\", \"properties\": {\"x_account\": \"%s\"}}"
                  .formatted(QUEUE, body, ACCOUNT));
      assertThat(answer.status()).as(answer.body()).isBetween(200, 201);
      assertHidden(answer);
    }
  }

  /** A message that is refused because of the value, and whose value is changed afterwards. */
  private long quarantine() {
    Registrant.Receipt refused =
        registrant.ask(
            "body",
            Map.of(
                "scheduler_queue",
                QUEUE,
                "scheduler_delay",
                "PT1H",
                "x_account",
                ACCOUNT + '\0' + ACCOUNT));
    assertThat(refused.property("scheduler_code")).isEqualTo("SCHED-0123");
    assertThat((String) refused.property("scheduler_reason")).contains("'****2051'");
    Answer bad =
        rest.put(
            "/jobs/%s/bad".formatted(QUEUE),
            "{\"delay\": \"PT1H\", \"properties\": {\"x_account\": \"%s\\u0000%s\"}}"
                .formatted(ACCOUNT, ACCOUNT));
    assertThat(bad.code()).isEqualTo("SCHED-0123");
    assertHidden(bad);

    await()
        .atMost(PATIENCE)
        .until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 1);
    long row = stack.integer("SELECT id FROM scheduler.quarantine");
    Answer mended =
        rest.send(
            "PATCH",
            "/quarantine/" + row,
            "{\"properties\": {\"x_account\": \"%s\"}}".formatted(ACCOUNT));
    assertThat(mended.status()).as(mended.body()).isBetween(200, 204);
    assertHidden(mended);
    return row;
  }

  private void assertShown(String path) {
    Answer answer = rest.get(path);
    assertThat(answer.body().replace("\": \"", "\":\"")).as(path).contains(SHOWN);
    assertHidden(answer);
  }

  private static void assertHidden(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isLessThan(500);
    assertThat(answer.body()).doesNotContain(ACCOUNT);
  }
}
