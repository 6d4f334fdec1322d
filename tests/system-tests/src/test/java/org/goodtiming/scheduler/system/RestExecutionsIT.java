package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.execution.ExecutionState.ERROR;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
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
    stack.clear();
    rest = new RestClient(stack.node(1));
  }

  @Test
  void an_execution_has_a_tag_until_it_has_ended_on_every_node() {
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

  @Nightly
  @Test
  void a_cancelled_job_ends_its_execution() {
    String path = execution();

    rest.delete("/jobs/test.registration/1");

    Answer status = rest.get(path);
    assertThat(status.json().getString("state")).isEqualTo("CANCELLED");
    assertThat(status.json().getString("message")).isEqualTo("cancelled before it was dispatched");
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

  @Nightly
  @Test
  void a_failed_run_is_explained_and_has_no_result() throws JMSException {
    String path = ended(ERROR, "\"event\": \"failed\", \"message\": \"no such order\"");

    Answer status = rest.get(path);
    assertThat(status.status()).as(status.body()).isEqualTo(200);
    assertThat(status.json().getString("state")).isEqualTo("ERROR");
    assertThat(status.json().getString("message")).isEqualTo("no such order");
    assertThat(rest.get(path + "/result").status()).isEqualTo(204);
  }

  @Nightly
  @Test
  void a_status_has_the_input_of_its_run() throws JMSException {
    Answer ended = rest.get(finished("1"));
    assertThat(ended.json().getJsonObject("input").getString("body")).isEqualTo("work");

    rest.post("/jobs", JOB.replace("}", ", \"body\": {\"order\": 4711}}"));
    JsonObject input = rest.get(path()).json().getJsonObject("input");
    assertThat(input.getString("body")).isEqualTo("{\"order\":4711}");
    assertThat(input.getString("contentType")).isEqualTo("application/json");
    assertThat(input.getJsonObject("properties")).isEmpty();
  }

  @Test
  void a_run_shows_its_checkpoint_and_last_lines_to_those_who_may_read_payloads()
      throws JMSException {
    String path =
        ended(
            FINISHED,
            "\"event\": \"finished\", \"checkpoint\": {\"page\": 7}, \"log\": [\"page 6\", \"page 7\"]");

    JsonObject run = rest.get(path).json();
    assertThat(run.getJsonObject("checkpoint").getInt("page")).isEqualTo(7);
    assertThat(run.getInt("checkpointAttempt")).isEqualTo(1);
    assertThat(run.getJsonArray("log").getValuesAs(JsonObject.class))
        .extracting(line -> line.getString("line"))
        .containsExactly("page 6", "page 7");

    String password =
        rest.post("/users", "{\"name\": \"looks\", \"role\": \"viewer\"}")
            .json()
            .getString("password");
    try {
      RestClient viewer = new RestClient(stack.node(1), "looks", password);
      assertThat(viewer.get(path).json())
          .containsKey("state")
          .doesNotContainKeys("input", "checkpoint", "log");
    } finally {
      rest.delete("/users/looks");
    }
  }

  @Test
  void executions_are_read_with_the_rights_of_readers() throws SQLException {
    String transitions = execution() + "/transitions";
    try (Connection lock = stack.connection();
        Statement statement = lock.createStatement()) {
      lock.setAutoCommit(false);
      statement.execute("LOCK TABLE scheduler.execution_transition");
      var answer = CompletableFuture.supplyAsync(() -> rest.get(transitions));
      await().until(() -> readersBehindALock().equals(List.of("scheduler_read")));
      lock.rollback();
      assertThat(answer.join().status()).isEqualTo(200);
    }
  }

  private List<String> readersBehindALock() {
    return stack.values(
        """
        SELECT usename FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND query LIKE '%FROM scheduler.execution_transition WHERE fire_id%'
        """);
  }

  @Nightly
  @Test
  void a_job_is_shown_with_its_executions_on_every_node_even_when_it_no_longer_waits() {
    rest.post("/jobs", JOB);
    rest.post("/jobs", JOB);
    RestClient other = new RestClient(stack.node(2));

    JsonObject job = other.get("/jobs/test.registration/1").json();
    assertThat(job.getBoolean("waiting")).isTrue();
    assertThat(job.getString("state")).isEqualTo("waiting");
    List<JsonObject> executions = job.getJsonArray("executions").getValuesAs(JsonObject.class);
    assertThat(executions)
        .extracting(each -> each.getString("state"))
        .containsExactly("SUBMITTED", "CANCELLED");
    assertThat(executions).allSatisfy(each -> assertThat(each).doesNotContainKey("input"));
    String href = executions.get(1).getString("href");
    assertThat(href).isEqualTo("/scheduler/api/v1" + path(executions.get(1)));
    assertThat(rest.get(path(executions.get(1))).json().getString("message"))
        .isEqualTo("replaced by a later registration");

    rest.delete("/jobs/test.registration/1");

    for (RestClient node : List.of(rest, other)) {
      JsonObject gone = node.get("/jobs/test.registration/1").json();
      assertThat(gone.getBoolean("waiting")).isFalse();
      assertThat(gone.getString("jobId")).isEqualTo("1");
      assertThat(gone).doesNotContainKeys("state", "dueAt", "body");
      assertThat(gone.getJsonArray("executions")).hasSize(2);
    }
  }

  @Nightly
  @Test
  void of_a_job_with_many_executions_the_ten_latest_are_reported() {
    stack.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, submitted_at, ended_at)
        SELECT gen_random_uuid(), 'test.registration', '1', 'FINISHED', 'run ' || n, now(), now() + n * interval 'PT1S', now()
          FROM generate_series(1, 12) n
        """);

    assertThat(
            rest.get("/jobs/test.registration/1").json().getJsonArray("executions").stream()
                .map(each -> each.asJsonObject().getString("node")))
        .hasSize(10)
        .startsWith("run 12", "run 11")
        .endsWith("run 3");
  }

  @Nightly
  @Test
  void the_tag_of_a_job_changes_with_its_executions_and_a_change_depends_on_the_job_only() {
    String path = "/jobs/test.registration/1";
    execution();
    String tag = rest.get(path).header("ETag");
    assertThat(rest.get(path, "If-None-Match", tag).status()).isEqualTo(304);

    stack.execute(
        "UPDATE scheduler.execution SET message = 'late', changed_at = clock_timestamp()");

    assertThat(rest.get(path, "If-None-Match", tag).status()).isEqualTo(200);
    String json = "{\"dueAt\": \"2101-01-01T00:00:00Z\"}";
    assertThat(rest.post(path + "/reschedule", json, "If-Match", tag).status()).isEqualTo(200);
    assertThat(rest.post(path + "/reschedule", json, "If-Match", tag).status()).isEqualTo(412);

    rest.delete(path);
    String left = rest.get(path).header("ETag");
    assertThat(rest.get(path, "If-None-Match", left).status()).isEqualTo(304);
    assertThat(rest.put(path, json, "If-Match", left).status()).isEqualTo(412);
  }

  @Nightly
  @Test
  void the_tag_of_an_execution_changes_with_its_due_time() {
    String path = execution();
    String tag = rest.get(path).header("ETag");

    rest.post("/jobs/test.registration/1/reschedule", "{\"dueAt\": \"2101-01-01T00:00:00Z\"}");

    Answer changed = rest.get(path, "If-None-Match", tag);
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.json().getString("dueAt")).isEqualTo("2101-01-01T00:00:00Z");
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

  @Nightly
  @Test
  void a_result_that_has_expired_is_gone() throws JMSException {
    String path = finished("1");
    stack.execute("UPDATE scheduler.execution SET result_expires_at = clock_timestamp()");

    assertThat(rest.get(path + "/result").code()).isEqualTo("SCHED-0922");
    assertThat(rest.delete(path + "/result").code()).isEqualTo("SCHED-0922");
  }

  @Nightly
  @Test
  void a_result_that_is_not_there_yet_cannot_be_deleted() {
    assertThat(rest.delete(execution() + "/result").code()).isEqualTo("SCHED-0921");
  }

  @Nightly
  @ParameterizedTest
  @ValueSource(strings = {"x", "00000000-0000-0000-0000-000000000000", "%27%20OR%201%3D1"})
  void an_execution_that_is_not_there_is_a_problem(String id) {
    Answer answer = rest.get("/executions/" + id);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.code()).isEqualTo("SCHED-0920");
  }

  /** A run that a worker has finished with a JSON value. */
  private String finished(String json) throws JMSException {
    return ended(FINISHED, "\"event\": \"finished\", \"resultJson\": " + json);
  }

  /** A run that a worker has ended with such a report. */
  private String ended(ExecutionState state, String fields) throws JMSException {
    try (TrackedJobs jobs = new TrackedJobs(stack, "test.registration");
        Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      jobs.register("1", "work");
      Message delivery = worker.receiveMessage();
      try (JMSContext context = stack.connectionFactory().createContext()) {
        context
            .createProducer()
            .send(
                context.createQueue("scheduler.reports"),
                "{\"fireId\": \"%s\", \"token\": \"%s\", %s}"
                    .formatted(
                        delivery.getStringProperty("scheduler_fireId"),
                        delivery.getStringProperty("scheduler_token"),
                        fields));
      }
      return "/executions/" + jobs.await("1", state).fireId();
    }
  }

  private String execution() {
    rest.post("/jobs", JOB);
    return path();
  }

  private String path() {
    return path(rest.get("/jobs/test.registration/1").json());
  }

  private static String path(JsonObject job) {
    return "/executions/" + job.getString("fireId");
  }
}
