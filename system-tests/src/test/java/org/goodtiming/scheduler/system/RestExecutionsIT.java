package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The status monitor of tracked jobs, by the REST API. */
class RestExecutionsIT {

  private static final String JOB =
      "{\"queue\": \"test.registration\", \"jobId\": \"1\", \"dueAt\": \"2100-01-01T00:00:00Z\", \"tracked\": true}";

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void empty() {
    stack.startAllNodes();
    stack.clear();
    rest = new RestClient(stack.node(1));
  }

  @Test
  void an_execution_is_told_with_a_tag_until_it_has_ended_on_every_node() {
    String path = execution();

    Answer status = new RestClient(stack.node(2)).get(path);

    assertThat(status.status()).as(status.body()).isEqualTo(200);
    assertThat(status.json().getString("state")).isEqualTo("SUBMITTED");
    assertThat(status.header("Retry-After")).isEqualTo("5");
    Answer again = rest.get(path, "If-None-Match", status.header("ETag"));
    assertThat(again.status()).isEqualTo(304);
    assertThat(rest.get(path + "/result").code()).isEqualTo("SCHED-0921");
    assertThat(rest.get(path + "/transitions").body()).contains("\"to\":\"SUBMITTED\"");
  }

  @Test
  void a_cancelled_job_ends_its_execution() {
    String path = execution();

    rest.delete("/jobs/test.registration/1");

    Answer status = rest.get(path);
    assertThat(status.json().getString("state")).isEqualTo("CANCELLED");
    assertThat(status.header("Retry-After")).isEmpty();
    assertThat(rest.get(path + "/result").status()).isEqualTo(204);
  }

  @Test
  void a_finished_run_leads_to_its_result_until_that_is_deleted() throws JMSException {
    String path = finished("{\"a\":1}");

    Answer status = rest.get(path);
    assertThat(status.status()).as(status.body()).isEqualTo(303);
    assertThat(status.header("Location")).endsWith(path + "/result");
    assertThat(status.json().getString("state")).isEqualTo("FINISHED");
    Answer result = rest.get(status.header("Location"));
    assertThat(result.status()).isEqualTo(200);
    assertThat(result.header("Content-Type")).isEqualTo("application/json");
    assertThat(result.body()).isEqualTo("{\"a\":1}");

    assertThat(rest.delete(path + "/result").status()).isEqualTo(204);

    assertThat(rest.get(path + "/result").status()).isEqualTo(410);
    assertThat(rest.get(path + "/result").code()).isEqualTo("SCHED-0922");
    assertThat(rest.delete(path + "/result").status()).isEqualTo(410);
    assertThat(rest.get(path).json().getString("state")).isEqualTo("FINISHED");
    assertThat(stack.value("SELECT count(*) FROM scheduler.execution_result")).isEqualTo("0");
    assertThat(stack.value("SELECT action FROM scheduler.audit ORDER BY id DESC"))
        .isEqualTo("delete result");
  }

  @Test
  void a_client_that_prefers_to_wait_is_answered_when_the_run_has_ended() throws Exception {
    String path = execution();
    CompletableFuture<Answer> waiting =
        CompletableFuture.supplyAsync(() -> rest.get(path, "Prefer", "wait=30"));
    Answer meanwhile = rest.get(path, "Prefer", "wait=1");
    assertThat(meanwhile.status()).as(meanwhile.body()).isEqualTo(200);
    assertThat(meanwhile.json().getString("state")).isEqualTo("SUBMITTED");
    assertThat(meanwhile.header("Retry-After")).isEqualTo("5");

    rest.delete(path);

    Answer ended = waiting.get(2, TimeUnit.MINUTES);
    assertThat(ended.status()).as(ended.body()).isEqualTo(200);
    assertThat(ended.json().getString("state")).isEqualTo("CANCELLED");
    assertThat(ended.header("ETag")).isEqualTo(rest.get(path).header("ETag"));
    assertThat(rest.get(path, "Prefer", "wait=30").json().getString("state"))
        .isEqualTo("CANCELLED");
  }

  @Test
  void a_result_that_has_expired_is_gone() throws JMSException {
    String path = finished("1");
    stack.execute("UPDATE scheduler.execution SET result_expires_at = clock_timestamp()");

    assertThat(rest.get(path + "/result").code()).isEqualTo("SCHED-0922");
    assertThat(rest.delete(path + "/result").code()).isEqualTo("SCHED-0922");
  }

  @Test
  void a_result_that_is_not_there_yet_cannot_be_deleted() {
    assertThat(rest.delete(execution() + "/result").code()).isEqualTo("SCHED-0921");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "00000000-0000-0000-0000-000000000000", "%27%20OR%201%3D1"})
  void an_execution_that_is_not_there_is_a_problem(String id) {
    Answer answer = rest.get("/executions/" + id);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.code()).isEqualTo("SCHED-0920");
  }

  /** A run that a worker has finished with a JSON value. */
  private String finished(String json) throws JMSException {
    try (TrackedJobs jobs = new TrackedJobs(stack, "test.registration");
        Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      jobs.register("1", "work");
      Message delivery = worker.receiveMessage();
      try (JMSContext context = stack.connectionFactory().createContext()) {
        context
            .createProducer()
            .send(
                context.createQueue("scheduler.reports"),
                "{\"fireId\": \"%s\", \"token\": \"%s\", \"event\": \"finished\", \"resultJson\": %s}"
                    .formatted(
                        delivery.getStringProperty("scheduler_fireId"),
                        delivery.getStringProperty("scheduler_token"),
                        json));
      }
      return "/executions/" + jobs.await("1", ExecutionState.FINISHED).fireId();
    }
  }

  private String execution() {
    rest.post("/jobs", JOB);
    return "/executions/" + rest.get("/jobs/test.registration/1").json().getString("fireId");
  }
}
