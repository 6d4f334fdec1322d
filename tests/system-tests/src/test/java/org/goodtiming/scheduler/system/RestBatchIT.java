package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations on many jobs or rows at once, which the leader works off. */
class RestBatchIT {

  private static final String QUEUE = "test.registration";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;
  private long audited;

  @BeforeEach
  void empty() {
    stack.clear();
    rest = new RestClient(stack.node(1));
    audited = stack.integer("SELECT coalesce(max(id), 0) FROM scheduler.audit");
  }

  @Test
  void all_jobs_of_a_filter_are_cancelled_and_each_cancel_is_audited() {
    jobs("a-", 120);
    jobs("b-", 5);
    rest.put("/jobs/" + QUEUE + "/a-s", "{\"recurrence\": \"years:1 start=2100-01-01T00:00Z\"}");
    String json =
        "{\"operation\": \"cancel\", \"queue\": \"%s\", \"prefix\": \"a-\"}".formatted(QUEUE);

    Answer dry = rest.post("/batch-operations", json.replace("}", ", \"dryRun\": true}"));
    assertThat(dry.status()).as(dry.body()).isEqualTo(200);
    assertThat(dry.json().getInt("counted")).isEqualTo(120);
    assertThat(stack.integer("SELECT count(*) FROM scheduler.batch_operation")).isZero();

    assertThat(dry.json().getJsonArray("samples")).hasSize(5);
    assertThat(dry.json().getInt("schedules")).isEqualTo(1);
    assertThat(dry.json().getJsonArray("scheduleNames").getString(0)).isEqualTo(QUEUE + "/a-s");

    JsonObject ended = ended(begin(json));

    assertThat(ended.getString("state")).isEqualTo("finished");
    assertThat(ended.getString("requestedBy")).isEqualTo("admin");
    assertThat(ended.getInt("counted")).isEqualTo(120);
    assertThat(ended.getInt("done")).isEqualTo(120);
    assertThat(ended.getInt("refused")).isZero();
    assertThat(stack.values("SELECT job_id FROM scheduler.job"))
        .hasSize(6)
        .contains("a-s")
        .allMatch(id -> id.startsWith("b-") || id.equals("a-s"));
    assertThat(cancels()).isEqualTo("120 120");
    assertThat(audits("begin batch operation")).isEqualTo(1);
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void the_jobs_of_a_customer_move_by_an_hour() {
    jobs("a-", 120);
    rest.put("/jobs/" + QUEUE + "/a-s", "{\"recurrence\": \"years:1 start=2100-01-01T00:00Z\"}");
    stack.execute(
        "UPDATE scheduler.job SET properties = '{\"x_customer\": \"c-002\"}' WHERE job_id <> 'a-1'");
    String json =
        "{\"operation\": \"reschedule\", \"queue\": \"%s\", \"dueFrom\": \"2100-01-01T00:00:00Z\", \"property\": \"x_customer:c-002\", \"dueOffset\": \"PT1H\"}"
            .formatted(QUEUE);

    JsonObject dry =
        rest.post("/batch-operations", json.replace("}", ", \"dryRun\": true}")).json();
    assertThat(dry.getInt("counted")).isEqualTo(119);
    assertThat(dry.getInt("schedules")).isEqualTo(1);
    assertThat(dry.getInt("dueAtOnce")).isZero();
    JsonObject sample = dry.getJsonArray("samples").getJsonObject(0);
    assertThat(sample.getString("dueAt")).isEqualTo("2100-01-01T00:00:00Z");
    assertThat(sample.getString("newDueAt")).isEqualTo("2100-01-01T01:00:00Z");

    JsonObject ended = ended(begin(json));

    assertThat(ended.getInt("done")).isEqualTo(119);
    assertThat(ended.getInt("gone")).isZero();
    assertThat(ended.getString("dueOffset")).isEqualTo("PT1H");
    assertThat(
            rest.post("/jobs/" + QUEUE + "/a-2/reschedule", "{\"dueOffset\": \"-PT30M\"}").status())
        .isEqualTo(200);
    assertThat(
            stack.values(
                "SELECT count(*) || ' ' || to_char(due_at AT TIME ZONE 'UTC', 'HH24:MI') FROM scheduler.job GROUP BY due_at ORDER BY due_at"))
        .containsExactly("2 00:00", "1 00:30", "118 01:00");
    assertThat(audits("reschedule job")).isEqualTo(120);
  }

  @Nightly
  @Test
  void a_cancel_ends_schedules_if_it_is_told_so() {
    jobs("a-", 2);
    rest.put("/jobs/" + QUEUE + "/a-s", "{\"recurrence\": \"years:1 start=2100-01-01T00:00Z\"}");
    String json = "{\"operation\": \"cancel\", \"prefix\": \"a-\", \"schedules\": true}";
    assertThat(dryRun(json)).isEqualTo(3);

    JsonObject ended = ended(begin(json));

    assertThat(ended.getBoolean("schedules")).isTrue();
    assertThat(ended.getInt("done")).isEqualTo(3);
    assertThat(rest.get("/schedules/" + QUEUE + "/a-s").json().getString("state"))
        .isEqualTo("ended");
    assertThat(audits("end schedule")).isEqualTo(1);
    assertThat(cancels()).isEqualTo("2 2");
  }

  @Nightly
  @Test
  void a_job_that_is_registered_after_the_request_is_not_touched() {
    jobs("a-", 3);
    stack.execute(
        """
        INSERT INTO scheduler.batch_operation (operation, queue, requested_by, requested_at, counted)
        VALUES ('cancel', '%s', 'admin', clock_timestamp() - interval '1 day', 3)
        """
            .formatted(QUEUE));
    String path =
        "/batch-operations/" + stack.value("SELECT max(id) FROM scheduler.batch_operation");

    assertThat(ended(path).getInt("done")).isZero();

    assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isEqualTo(3);
  }

  @Nightly
  @Test
  void jobs_are_rescheduled_once_and_those_that_would_expire_are_refused() {
    jobs("a-", 3);
    stack.execute(
        "UPDATE scheduler.job SET expires_at = '2100-02-01T00:00:00Z' WHERE job_id = 'a-2'");

    JsonObject ended =
        ended(
            begin(
                "{\"operation\": \"reschedule\", \"prefix\": \"a-\", \"dueAt\": \"2101-01-01T00:00:00Z\"}"));

    assertThat(ended.getInt("done")).isEqualTo(2);
    assertThat(ended.getInt("refused")).isEqualTo(1);
    assertThat(ended.getString("lastRefusal")).contains("a-2", "expires before");
    assertThat(ended.getJsonArray("refusals").getString(0))
        .isEqualTo(ended.getString("lastRefusal"));
    assertThat(
            stack.values(
                "SELECT job_id || ' ' || extract(year FROM due_at) FROM scheduler.job ORDER BY job_id"))
        .containsExactly("a-1 2101", "a-2 2100", "a-3 2101");
    assertThat(audits("reschedule job")).isEqualTo(2);
  }

  @Nightly
  @Test
  void jobs_that_are_run_now_reach_their_worker() {
    jobs("a-", 3);
    rest.put(
        "/jobs/" + QUEUE + "/a-s",
        "{\"recurrence\": \"every:P365D\", \"start\": \"2100-01-01T00:00:00Z\"}");

    assertThat(ended(begin("{\"operation\": \"run-now\", \"prefix\": \"a-\"}")).getInt("done"))
        .isEqualTo(4);

    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      assertThat(worker.receive(4, stack::now))
          .extracting(received -> received.delivery().jobId())
          .containsExactlyInAnyOrder("a-1", "a-2", "a-3", "a-s");
    }
    assertThat(rest.get("/schedules/" + QUEUE + "/a-s").json().getInt("runs")).isZero();
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void jobs_are_held_and_released_and_only_those_are_counted_that_change() {
    jobs("a-", 130);
    rest.post("/jobs/" + QUEUE + "/a-1/hold", null);
    String hold = "{\"operation\": \"hold\", \"prefix\": \"a-\"}";
    String release = "{\"operation\": \"release\", \"queue\": \"%s\"}".formatted(QUEUE);

    assertThat(dryRun(hold)).isEqualTo(129);
    assertThat(dryRun(release)).isEqualTo(1);
    assertThat(ended(begin(hold)).getInt("done")).isEqualTo(129);

    assertThat(dryRun(hold)).isZero();
    assertThat(dryRun(release)).isEqualTo(130);
    assertThat(stack.integer("SELECT count(*) FROM scheduler.held")).isEqualTo(130);
    JsonObject ran = ended(begin("{\"operation\": \"run-now\", \"prefix\": \"a-13\"}"));
    assertThat(ran.getInt("refused")).isEqualTo(2);
    assertThat(ran.getString("lastRefusal")).contains("is held");
    assertThat(ended(begin(release)).getInt("done")).isEqualTo(130);

    assertThat(stack.integer("SELECT count(*) FROM scheduler.held")).isZero();
    assertThat(audits("hold job")).isEqualTo(130);
    assertThat(audits("release job")).isEqualTo(130);
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void quarantined_rows_are_resubmitted_and_deleted_by_code() {
    quarantine("SCHED-0112", 150);
    quarantine("SCHED-0102", 3);
    quarantine("SCHED-0101", 1);

    assertThat(
            ended(begin("{\"operation\": \"resubmit\", \"code\": \"SCHED-0112\"}")).getInt("done"))
        .isEqualTo(150);
    assertThat(ended(begin("{\"operation\": \"delete\", \"code\": \"SCHED-0102\"}")).getInt("done"))
        .isEqualTo(3);

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(stack.values("SELECT code FROM scheduler.quarantine"))
                    .containsExactly("SCHED-0101"));
    assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isEqualTo(150);
    stack.execute(
        "UPDATE scheduler.quarantine SET properties = replace(properties, '2100-01-01T00:00:00Z', 'tomorrow')");
    JsonObject refused = ended(begin("{\"operation\": \"resubmit\", \"code\": \"SCHED-0101\"}"));
    assertThat(refused.getInt("done")).isZero();
    assertThat(refused.getInt("refused")).isEqualTo(1);
    assertThat(refused.getString("lastRefusal")).contains("SCHED-0112");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_stopped_operation_leaves_what_it_has_not_come_to() throws SQLException {
    jobs("a-", 1_000);
    Answer stopped;
    try (Connection blocking = BatchJobs.lock(stack, "a-150")) {
      String path = begin("{\"operation\": \"cancel\", \"prefix\": \"a-\"}");
      BatchJobs.awaitWaiters(stack, 1);
      CompletableFuture<Answer> stopping = CompletableFuture.supplyAsync(() -> rest.delete(path));
      BatchJobs.awaitWaiters(stack, 2);
      blocking.rollback();
      stopped = stopping.join();
      assertThat(rest.delete(path).json()).isEqualTo(stopped.json());
    }

    assertThat(stopped.status()).as(stopped.body()).isEqualTo(200);
    assertThat(stopped.json().getString("state")).isEqualTo("stopped");
    int done = stopped.json().getInt("done");
    assertThat(done).isBetween(200, 900);
    assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isEqualTo(1_000 - done);
    assertThat(audits("stop batch operation")).isEqualTo(1);
  }

  @Nightly
  @ParameterizedTest
  @ValueSource(strings = {"{\"locked\": true}", "{\"role\": \"viewer\"}"})
  @NullSource
  void an_operation_stops_when_its_user_is_locked_demoted_or_deleted(String change)
      throws SQLException {
    stack.execute("DELETE FROM scheduler.api_user WHERE name = 'a-batch'");
    String password =
        rest.post("/users", "{\"name\": \"a-batch\", \"role\": \"operator\"}")
            .json()
            .getString("password");
    jobs("a-", 1_000);
    try (Connection blocking = BatchJobs.lock(stack, "a-150")) {
      Answer begun =
          new RestClient(stack.node(2), "a-batch", password)
              .post("/batch-operations", "{\"operation\": \"hold\", \"prefix\": \"a-\"}");
      BatchJobs.awaitWaiters(stack, 1);
      CompletableFuture<Answer> changing =
          CompletableFuture.supplyAsync(
              () ->
                  change == null
                      ? rest.delete("/users/a-batch")
                      : rest.put("/users/a-batch", change));
      BatchJobs.awaitWaiters(stack, 2);
      blocking.rollback();
      assertThat(changing.join().status()).isIn(200, 204);
      JsonObject stopped = rest.get(begun.header("Location")).json();
      assertThat(stopped.getString("state")).isEqualTo("stopped");
      assertThat(stopped.getString("lastRefusal")).contains("a-batch");
      assertThat(stack.integer("SELECT count(*) FROM scheduler.held"))
          .isEqualTo(stopped.getInt("done"))
          .isBetween(100L, 900L);
    }
  }

  @Nightly
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                              | 422 | SCHED-0916
          {"operation": "hug", "queue": "a"}                              | 422 | SCHED-0916
          {"operation": "cancel"}                                         | 422 | SCHED-0932
          {"operation": "cancel", "queue": ""}                            | 422 | SCHED-0916
          {"operation": "cancel", "queue": "a", "code": "SCHED-0112"}     | 422 | SCHED-0916
          {"operation": "cancel", "queue": "a", "dueAt": "2100-01-01T00:00:00Z"} | 422 | SCHED-0916
          {"operation": "reschedule", "queue": "a"}                       | 422 | SCHED-0916
          {"operation": "reschedule", "queue": "a", "dueAt": "tomorrow"}  | 422 | SCHED-0916
          {"operation": "delete", "prefix": "a"}                          | 422 | SCHED-0916
          {"operation": "delete", "stage": "lost"}                        | 422 | SCHED-0916
          {"operation": "cancel", "queue": "a", "jobState": "lost"}       | 422 | SCHED-0916
          {"operation": "cancel", "queue": "a", "dryRun": "yes"}          | 422 | SCHED-0916
          []                                                              | 400 | SCHED-0901
          """)
  void an_impossible_batch_operation_is_a_problem(String json, int status, String code) {
    Answer answer = rest.post("/batch-operations", json);

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
    assertThat(rest.get("/batch-operations/0").code()).isEqualTo("SCHED-0931");
    assertThat(rest.delete("/batch-operations/x").code()).isEqualTo("SCHED-0931");
    assertThat(rest.get("/batch-operations").json().getJsonArray("batchOperations")).isEmpty();
  }

  private int dryRun(String json) {
    return rest.post("/batch-operations", json.replace("}", ", \"dryRun\": true}"))
        .json()
        .getInt("counted");
  }

  private String begin(String json) {
    Answer answer = rest.post("/batch-operations", json);
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.json().getString("state")).isEqualTo("running");
    return answer.header("Location");
  }

  private JsonObject ended(String path) {
    return BatchJobs.ended(rest, path);
  }

  private void jobs(String prefix, int count) {
    BatchJobs.insert(stack, prefix, count);
  }

  private void quarantine(String code, int rows) {
    stack.execute(
        """
        INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_id, sent_at, sent_by, message_type, properties, body)
        SELECT 'registration', '%1$s', 'a test', 'node-1', '%2$s', n, 'ID:' || n, clock_timestamp(), 'admin', 'text',
               json_build_object('scheduler_queue', '%2$s', 'scheduler_jobId', n::text, 'scheduler_dueAt', '2100-01-01T00:00:00Z'), 'x'
          FROM generate_series(1, %3$d) n
        """
            .formatted(code, QUEUE, rows));
  }

  private long audits(String action) {
    return stack.integer(
        "SELECT count(*) FROM scheduler.audit WHERE action = '%s' AND id > %d"
            .formatted(action, audited));
  }

  /** How many were audited, and of how many jobs. */
  private String cancels() {
    return stack.value(
        "SELECT count(*) || ' ' || count(DISTINCT subject) FROM scheduler.audit WHERE action = 'cancel job' AND id > "
            + audited);
  }
}
