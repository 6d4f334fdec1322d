package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.goodtiming.scheduler.system.HttpsTarget.Answer;
import org.goodtiming.scheduler.system.HttpsTarget.Call;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Worker queues whose worker is a URL. */
@AnyServer
class TargetIT {

  private static final String QUEUE = "test.target";
  private static final String OTHER = "test.target.other";
  private static final String SILENT = "test.target.silent";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ANSWER_MILLIS = 700;

  private static final AtomicInteger underWay = new AtomicInteger();
  private static final AtomicInteger most = new AtomicInteger();
  private static CountDownLatch end;
  @AutoClose private static HttpsTarget worker;

  private final SystemStack stack = SystemStack.shared();
  private final RestClient admin = new RestClient(stack.node(1));

  @BeforeAll
  static void startWorker() throws Exception {
    worker = new HttpsTarget(SystemStack.shared().receiver(), TargetIT::answer);
  }

  @BeforeEach
  void start() {
    stack.clear();
    end = new CountDownLatch(1);
    target(QUEUE, worker.url("/jobs?from=scheduler"), "2/PT1S");
  }

  @AfterEach
  void stop() {
    end.countDown();
    stack.clear();
  }

  private void target(String queue, String url, String retry) {
    stack.allow(queue);
    new BrokerManagement(stack.connectionFactory()).purge(queue);
    RestClient.Answer set =
        admin.put(
            "/worker-queues/" + queue,
            "{\"target\": \"%s\", \"retry\": \"%s\"}".formatted(url, retry));
    assertThat(set.status()).as(set.body()).isEqualTo(200);
  }

  /** The job id says what the worker answers. */
  private static Answer answer(Call call) throws InterruptedException {
    if (call.header("scheduler-x-silent") != null) {
      most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
      end.await(500, TimeUnit.MILLISECONDS);
      underWay.decrementAndGet();
      return Answer.of(204);
    }
    return switch (call.jobId()) {
      case "refused" -> Answer.of(422, "text/plain", "no such order");
      case "busy" ->
          call.header("scheduler-attempt").equals("1")
              ? Answer.of(503).with("Retry-After", "3")
              : Answer.of(204);
      case "broken" -> Answer.of(500);
      case "moved" -> Answer.of(302).with("Location", worker.url("/elsewhere"));
      case "json" -> {
        end.await(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
        yield Answer.of(200, "application/json", "{\"total\": 42}");
      }
      case "large" -> Answer.of(200, "text/plain", "x".repeat(10_000_000));
      case "long" -> Answer.of(202);
      case "silent" -> silence();
      default -> Answer.of(200, "text/plain", "done");
    };
  }

  private static Answer silence() throws InterruptedException {
    end.await();
    return Answer.of(200);
  }

  @Test
  void a_job_is_posted_with_its_properties_and_a_signature() {
    register(
        """
        {"queue": "test.target", "jobId": "4711", "body": "{}", "contentType": "application/json",
         "properties": {"x_shop": "Köln 50%"}}
        """);
    await().atMost(PATIENCE).until(() -> worker.calls("4711").size() == 1);

    Call call = worker.calls("4711").get(0);
    assertThat(call.path()).isEqualTo("/jobs?from=scheduler");
    assertThat(call.text()).isEqualTo("{}");
    assertThat(call.isSigned()).isTrue();
    assertThat(call.header("Content-Type")).isEqualTo("application/json");
    assertThat(call.header("scheduler-queue")).isEqualTo(QUEUE);
    assertThat(call.header("scheduler-x-shop")).isEqualTo("K%C3%B6ln%2050%25");
    assertThat(call.header("scheduler-attempt")).isEqualTo("1");
    assertThat(call.header("Idempotency-Key"))
        .isEqualTo(call.header("scheduler-fireId"))
        .isEqualTo(call.header("webhook-id"));
    assertThat(stack.ledger("dispatched")).isEqualTo(1);
  }

  @Test
  void the_answer_says_what_becomes_of_the_job() {
    for (String jobId : new String[] {"refused", "busy", "broken", "moved"}) {
      register("{\"queue\": \"test.target\", \"jobId\": \"%s\"}".formatted(jobId));
    }
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                admin
                    .get("/jobs/test.target/busy/explanation")
                    .body()
                    .contains("the target did not do the job: the answer has status 503"));

    assertThat(quarantined("broken"))
        .isEqualTo(
            "SCHED-0721 the target did not do the job: the answer has status 500 (this was attempt 3 of 3)");
    assertThat(worker.calls("broken"))
        .extracting(call -> call.header("scheduler-attempt"))
        .containsExactly("1", "2", "3");
    assertThat(worker.calls("broken")).extracting(Call::isSigned).containsOnly(true);
    assertThat(quarantined("refused"))
        .isEqualTo(
            "SCHED-0720 the target refused the job: the answer has status 422: no such order");
    assertThat(quarantined("moved"))
        .isEqualTo(
            "SCHED-0720 the target refused the job: the answer has status 302, and redirects are not followed");
    await().atMost(PATIENCE).until(() -> worker.calls("busy").size() == 2);
    Call first = worker.calls("busy").get(0);
    Call second = worker.calls("busy").get(1);
    assertThat(second.header("Idempotency-Key")).isEqualTo(first.header("Idempotency-Key"));
    assertThat(Duration.between(first.at(), second.at())).isGreaterThan(Duration.ofSeconds(3));
  }

  @Test
  void the_answer_is_the_result_of_a_tracked_run() {
    String json = tracked("json");
    String refused = tracked("refused");
    String large = tracked("large");

    assertThat(ended(json)).isEqualTo("FINISHED");
    RestClient.Answer result = admin.get(json + "/result");
    assertThat(result.header("Content-Type")).isEqualTo("application/json");
    assertThat(result.body()).isEqualTo("{\"total\": 42}");
    assertThat(ended(refused)).isEqualTo("ERROR");
    assertThat(admin.get(refused).json().getString("message"))
        .isEqualTo(
            "SCHED-0720 the target refused the job: the answer has status 422: no such order");
    assertThat(ended(large)).isEqualTo("ERROR");
    assertThat(admin.get(large).json().getString("message"))
        .startsWith("SCHED-0725 the answer has more than 65536 bytes");
    assertThat(admin.get(json).json().getString("worker")).isEqualTo("localhost");
    // From the beginning of the call
    assertThat(
            stack.integer(
                "SELECT count(*) FROM scheduler.execution WHERE duration >= interval '%d ms'"
                    .formatted(ANSWER_MILLIS)))
        .isEqualTo(1);
  }

  @Test
  void a_target_that_answers_202_reports_by_rest() {
    String run = tracked("long");
    await().atMost(PATIENCE).until(() -> state(run).equals("RUNNING"));
    String token = worker.calls("long").get(0).header("scheduler-token");

    assertThat(report(run, "guessed", "\"event\": \"finished\"").code()).isEqualTo("SCHED-0726");
    assertThat(report(run, token, "\"event\": \"done\"").code()).isEqualTo("SCHED-0803");
    admin.delete(run);
    RestClient.Answer progress = report(run, token, "\"event\": \"progress\", \"progress\": 40");
    assertThat(progress.json().getInt("progress")).as(progress.body()).isEqualTo(40);
    assertThat(progress.json()).containsKey("cancelRequestedAt");
    assertThat(report(run, token, "\"event\": \"finished\", \"resultJson\": [1]").status())
        .isEqualTo(200);

    assertThat(state(run)).isEqualTo("FINISHED");
    assertThat(admin.get(run + "/result").body()).isEqualTo("[1]");
    assertThat(report(run, token, "\"event\": \"finished\"").status()).isEqualTo(409);
  }

  private RestClient.Answer report(String run, String token, String fields) {
    return admin.post(run + "/reports", "{\"token\": \"%s\", %s}".formatted(token, fields));
  }

  private String state(String run) {
    return admin.get(run + "?follow=false").json().getString("state");
  }

  @Nightly
  @Test
  void no_more_calls_are_under_way_than_the_queue_allows() {
    admin.put("/worker-queues/" + QUEUE, "{\"maxConcurrentRuns\": 2, \"tracked\": true}");
    for (int job = 0; job < 6; job++) {
      register(
          "{\"queue\": \"test.target\", \"jobId\": \"limited-%d\", \"properties\": {\"x_silent\": \"true\"}}"
              .formatted(job));
    }
    await().atMost(PATIENCE).until(() -> limited().size() == 6);
    assertThat(most.get()).isEqualTo(2);
  }

  private static List<Call> limited() {
    return worker.calls().stream().filter(call -> call.jobId().startsWith("limited")).toList();
  }

  @Test
  void a_target_that_never_answers_delays_no_other_queue_and_its_jobs_end() {
    target(SILENT, worker.url("/silent"), "none");
    for (int job = 0; job < 20; job++) {
      register(
          "{\"queue\": \"%s\", \"jobId\": \"silent\", \"ifExists\": \"keep\"}".formatted(SILENT));
    }
    await().atMost(PATIENCE).until(() -> !worker.calls("silent").isEmpty());
    Instant begin = stack.now();
    register("{\"queue\": \"test.target\", \"jobId\": \"quick\"}");

    await().atMost(PATIENCE).until(() -> worker.calls("quick").size() == 1);
    assertThat(Duration.between(begin, stack.now())).isLessThan(Duration.ofSeconds(2));
    assertThat(quarantined("silent"))
        .isEqualTo("SCHED-0721 the target did not do the job: no answer within PT3S");
  }

  @Test
  void a_url_that_no_node_may_reach_is_refused_or_ends_its_jobs() {
    String user = "{\"target\": \"https://me:secret@localhost/\"}";
    assertThat(admin.put("/worker-queues/" + QUEUE, user).code()).isEqualTo("SCHED-0998");
    RestClient.Answer unlisted =
        admin.put("/worker-queues/" + QUEUE, "{\"target\": \"https://other.example.com/jobs\"}");
    assertThat(unlisted.status() + " " + unlisted.json().getString("detail"))
        .isEqualTo(
            "422 the URL 'https://other.example.com/jobs' is refused: host other.example.com is not in scheduler.target.hosts of this node");

    target(OTHER, worker.url("/other"), "none");
    stack.execute(
        "UPDATE scheduler.worker_queue SET target = 'https://other.example.com/jobs' WHERE name = '%s'"
            .formatted(OTHER));
    register("{\"queue\": \"%s\", \"jobId\": \"1\"}".formatted(OTHER));
    assertThat(quarantined("1"))
        .isEqualTo(
            "SCHED-0721 the target did not do the job: host other.example.com is not in scheduler.target.hosts of this node");
    assertThat(
            stack.value(
                "SELECT concat_ws(' ', changed_by, action, after ->> 'target') FROM scheduler.audit WHERE subject = 'test.target.other' ORDER BY id DESC LIMIT 1"))
        .isEqualTo("admin set worker queue " + worker.url("/other"));
  }

  private void register(String json) {
    String due = json.strip().replaceFirst("}$", ", \"delay\": \"PT0S\"}");
    RestClient.Answer registered = admin.post("/jobs", due);
    assertThat(registered.status()).as(registered.body()).isIn(201, 200, 202);
  }

  /** The path of the execution. */
  private String tracked(String jobId) {
    String json =
        "{\"queue\": \"test.target\", \"jobId\": \"%s\", \"delay\": \"PT0S\", \"tracked\": true}"
            .formatted(jobId);
    RestClient.Answer registered = admin.post("/jobs", json);
    assertThat(registered.status()).as(registered.body()).isEqualTo(202);
    String location = registered.header("Location");
    return location.substring(location.indexOf("/executions/"));
  }

  private String ended(String execution) {
    return await()
        .atMost(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .until(
            () -> admin.get(execution).json().getString("state"),
            state -> state.matches("FINISHED|ERROR|EXHAUSTED"));
  }

  /** Code and reason of the row of the job, when there is one. */
  private String quarantined(String jobId) {
    String sql =
        "SELECT concat(max(code || ' ' || reason)) FROM scheduler.quarantine WHERE job_id = '%s'"
            .formatted(jobId);
    return await().atMost(PATIENCE).until(() -> stack.value(sql), reason -> !reason.isEmpty());
  }
}
