package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators see and change by the REST API. */
class RestOperatorsIT {

  private static final String QUEUE = "test.registration";
  private static final String OTHER = "test.caller";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void empty() {
    stack.clear();
    rest = new RestClient(stack.node(1));
  }

  @AfterEach
  void no_queue_of_these_tests() {
    stack.execute(
        """
        DELETE FROM scheduler.worker_queue WHERE name LIKE 'test.operators%';
        DELETE FROM scheduler.lease WHERE partition = 'test-operators';
        DELETE FROM scheduler.in_doubt WHERE gtrid = 'test'
        """);
  }

  @Test
  void a_queue_put_on_the_allow_list_takes_jobs_and_the_answer_names_the_next_step_at_the_broker() {
    Answer created = rest.put("/worker-queues/test.operators", "{\"tracked\": true}");

    assertThat(created.status()).as(created.body()).isEqualTo(201);
    assertThat(created.json().getString("nextStep"))
        .contains("goodtiming install broker --home BROKER_HOME --worker-queue test.operators");
    Answer job = rest.post("/jobs", RestJobsIT.job("1").replace(QUEUE, "test.operators"));
    assertThat(job.status()).as(job.body()).isEqualTo(202);
    JsonObject queue = new RestClient(stack.node(2)).get("/worker-queues/test.operators").json();
    assertThat(queue.getInt("waiting")).isEqualTo(1);
    assertThat(queue.getInt("due")).isZero();
    assertThat(queue.getString("state")).isEqualTo("open");
    assertThat(audited()).startsWith("admin register job");
  }

  @Nightly
  @Test
  void a_tracked_jobs_location_is_its_execution() {
    rest.put("/worker-queues/test.operators", "{\"tracked\": true}");

    Answer job = rest.post("/jobs", RestJobsIT.job("1").replace(QUEUE, "test.operators"));

    assertThat(job.header("Location"))
        .endsWith("/scheduler/api/v1/executions/" + job.json().getString("fireId"));
    Answer execution = rest.get(job.header("Location"));
    assertThat(execution.json().getString("state")).isEqualTo("SUBMITTED");
  }

  @Nightly
  @Test
  void settings_that_are_not_sent_stay_and_each_change_is_audited() {
    rest.put("/worker-queues/test.operators", "{\"tracked\": true}");

    Answer moved = rest.put("/worker-queues/test.operators", "{\"partition\": \"test-operators\"}");

    assertThat(moved.status()).as(moved.body()).isEqualTo(200);
    assertThat(moved.json().getBoolean("tracked")).isTrue();
    assertThat(moved.json().getString("partition")).isEqualTo("test-operators");
    assertThat(moved.json()).doesNotContainKey("nextStep");
    assertThat(rest.get("/leases").body()).contains("\"partition\":\"test-operators\"");
    assertThat(audited())
        .isEqualTo(
            "admin set worker queue test.operators default true -> test-operators true by node-1");
  }

  @Nightly
  @Test
  void a_queue_of_a_partition_that_no_node_leads_says_what_to_do() {
    rest.put("/worker-queues/test.operators", "{\"partition\": \"test-operators\"}");

    JsonObject queue = rest.get("/worker-queues/test.operators").json();
    assertThat(queue.getString("state")).isEqualTo("no-leader");
    assertThat(queue.getString("problem"))
        .startsWith("no node leads partition test-operators: start a node that names it");
  }

  @Test
  void a_queue_is_removed_once_no_job_is_left() {
    rest.put("/worker-queues/test.operators", "{}");
    rest.put("/jobs/test.operators/1", "{\"delay\": \"P1D\"}");

    Answer refused = rest.delete("/worker-queues/test.operators");
    assertThat(refused.status()).as(refused.body()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("SCHED-0194");
    assertThat(refused.body()).contains("worker queue 'test.operators' has 1 waiting job");

    rest.delete("/jobs/test.operators/1");
    assertThat(rest.delete("/worker-queues/test.operators").status()).isEqualTo(204);
    assertThat(audited()).startsWith("admin delete worker queue test.operators");
    assertThat(rest.get("/worker-queues/test.operators").status()).isEqualTo(404);
    assertThat(rest.delete("/worker-queues/test.operators").code()).isEqualTo("SCHED-0915");
    assertThat(rest.put("/jobs/test.operators/1", "{\"delay\": \"P1D\"}").code())
        .isEqualTo("SCHED-0102");
  }

  @Test
  void a_paused_queue_holds_its_jobs_until_it_is_resumed() {
    Answer paused = rest.post("/worker-queues/" + QUEUE + "/pause", null);
    assertThat(paused.status()).as(paused.body()).isEqualTo(200);
    assertThat(paused.json().getString("state")).isEqualTo("paused");
    rest.post(
        "/jobs", "{\"queue\": \"%s\", \"jobId\": \"1\", \"delay\": \"PT0S\"}".formatted(QUEUE));

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(workerQueue(rest.get("/overview")).getInt("overdue")).isEqualTo(1));
    rest.post("/worker-queues/" + QUEUE + "/resume", null);

    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      assertThat(worker.receive().jobId()).isEqualTo("1");
    }
  }

  /** The next job may be dispatched a minute after the first. */
  @Test
  void a_queue_with_a_rate_limit_gets_one_job_and_delays_no_other() {
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    rest.put("/worker-queues/" + QUEUE, "{\"rateLimit\": 1}");
    try {
      String due = "{\"queue\": \"%s\", \"delay\": \"PT0S\"}";
      List.of(QUEUE, QUEUE, QUEUE, OTHER)
          .forEach(queue -> rest.post("/jobs", due.formatted(queue)));
      await().until(() -> stack.ledger("dispatched") == 2);
      assertThat(broker.messagesOn(OTHER)).isEqualTo(1);
      assertThat(broker.messagesOn(QUEUE)).isEqualTo(1);
    } finally {
      rest.put("/worker-queues/" + QUEUE, "{\"rateLimit\": 0}");
    }
    await().until(() -> broker.messagesOn(QUEUE) == 3);
  }

  /** Nobody reads the queue; the broker tells its depth. */
  @Test
  void a_queue_gets_no_more_messages_than_its_maximum_depth_and_a_change_takes_effect_at_once() {
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    rest.put("/worker-queues/" + QUEUE, "{\"maxDepth\": 2}");
    try {
      String due = "{\"queue\": \"%s\", \"jobId\": \"%s\", \"delay\": \"PT0S\"}";
      List.of("1", "2", "3", "4", "5")
          .forEach(job -> rest.post("/jobs", due.formatted(QUEUE, job)));
      rest.post("/jobs", due.formatted(OTHER, "6"));
      await().until(() -> stack.ledger("dispatched") == 3);
      assertThat(broker.messagesOn(OTHER)).isEqualTo(1);
      assertThat(broker.messagesOn(QUEUE)).isEqualTo(2);
      String waits = jobIds("due").get(0);
      assertThat(rest.get("/jobs/%s/%s/explanation".formatted(QUEUE, waits)).body())
          .contains("max-depth", "has at most 2 messages at the broker");
      assertThat(rest.delete("/jobs/%s/%s".formatted(QUEUE, waits)).status()).isEqualTo(200);

      await().during(Duration.ofMillis(500)).until(() -> broker.messagesOn(QUEUE) == 2);
      try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
        worker.receive();
      }
      await().atMost(Duration.ofSeconds(1)).until(() -> stack.ledger("dispatched") == 4);
      assertThat(broker.messagesOn(QUEUE)).isEqualTo(2);
    } finally {
      rest.put("/worker-queues/" + QUEUE, "{\"maxDepth\": 0}");
    }
    await().atMost(Duration.ofSeconds(1)).until(() -> broker.messagesOn(QUEUE) == 3);
  }

  @Test
  void a_closed_queue_says_when_it_opens_and_is_served_as_soon_as_its_times_change() {
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    String path = "/worker-queues/" + QUEUE;
    String tomorrow = LocalDate.now(ZoneOffset.UTC).plusDays(1).toString();
    rest.put("/calendars/test-opening", "{\"excludes\": \"not(dates:%s)\"}".formatted(tomorrow));
    try {
      assertThat(rest.put(path, "{\"closed\": \"calendar:nowhere\"}").code())
          .isEqualTo("SCHED-0089");
      rest.put(path, "{\"closed\": \"calendar:test-opening zone=UTC\"}");
      await().until(() -> rest.get(path).json().getString("state").equals("closed"));
      String due = "{\"queue\": \"%s\", \"jobId\": \"1\", \"delay\": \"PT0S\"}";
      List.of(QUEUE, OTHER).forEach(queue -> rest.post("/jobs", due.formatted(queue)));
      await().until(() -> broker.messagesOn(OTHER) == 1);
      assertThat(broker.messagesOn(QUEUE)).isZero();
      assertThat(rest.get("/jobs/%s/1/explanation".formatted(QUEUE)).body())
          .contains("queue-closed", tomorrow + " at 00:00:00 (UTC)");
      assertThat(rest.delete("/calendars/test-opening").code()).isEqualTo("SCHED-0954");
    } finally {
      rest.put(path, "{\"closed\": \"never\"}");
      rest.delete("/calendars/test-opening");
    }
    await().atMost(Duration.ofSeconds(1)).until(() -> broker.messagesOn(QUEUE) == 1);
  }

  @AnyServer
  @Test
  void a_canary_goes_the_way_of_the_jobs_to_no_worker_and_tells_how_late_it_was() {
    String path = "/worker-queues/" + QUEUE;
    assertThat(rest.put(path, "{\"canary\": \"yes\"}").code()).isEqualTo("SCHED-0916");
    rest.put(path, "{\"canary\": true, \"tracked\": true}");

    await().atMost(PATIENCE).until(() -> canaryOf(path).getString("state").equals("arrived"));
    JsonObject canary = canaryOf(path);
    for (String stage : List.of("registration", "dispatch", "delivery")) {
      assertThat(canary.getInt(stage + "Millis")).as(stage).isBetween(0, 10_000);
    }
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    assertThat(broker.messagesOn(QUEUE) + broker.messagesOn("scheduler.canary")).isZero();
    assertThat(stack.integer("SELECT count(*) FROM scheduler.execution")).isZero();
    assertThat(rest.get("/overview").json().getJsonObject("ledger").toString())
        .contains("\"registered\":0", "\"expired\":0", "\"difference\":0");
    rest.post(path + "/pause", "{}");
    assertThat(canaryOf(path).getString("state")).isEqualTo("not-sent");
  }

  private JsonObject canaryOf(String queue) {
    return rest.get(queue).json().getJsonObject("lastCanary");
  }

  private List<String> jobIds(String state) {
    return rest
        .get("/jobs?queue=%s&state=%s".formatted(QUEUE, state))
        .json()
        .getJsonArray("jobs")
        .getValuesAs(JsonObject.class)
        .stream()
        .map(job -> job.getString("jobId"))
        .toList();
  }

  /** The leader has polled with the queue paused, and waits for nothing else. */
  @Nightly
  @Test
  void a_queue_that_is_paused_until_a_time_goes_on_by_itself() {
    String queue = "/worker-queues/" + QUEUE;
    Instant until = Instant.now().plusSeconds(5).truncatedTo(ChronoUnit.MILLIS);
    Answer paused = rest.post(queue + "/pause", "{\"until\": \"%s\"}".formatted(until));
    assertThat(paused.status()).as(paused.body()).isEqualTo(200);
    assertThat(Instant.parse(paused.json().getString("pausedUntil"))).isEqualTo(until);
    rest.post(
        "/jobs", "{\"queue\": \"%s\", \"jobId\": \"1\", \"delay\": \"PT0S\"}".formatted(QUEUE));

    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      assertThat(worker.receive().jobId()).isEqualTo("1");
      assertThat(Instant.now()).isAfterOrEqualTo(until);
    }
    assertThat(rest.get(queue).json().getBoolean("paused")).isFalse();
    assertThat(rest.post(queue + "/pause", "{\"until\": \"2020-01-01T00:00:00Z\"}").status())
        .isEqualTo(422);
  }

  @Nightly
  @Test
  void a_paused_group_waits_until_its_time_and_the_others_go_on() {
    String job = "{\"queue\": \"%s\", \"jobId\": \"%s\", \"delay\": \"PT0S\"%s}";
    Instant until = Instant.now().plusSeconds(6).truncatedTo(ChronoUnit.MILLIS);
    Answer paused =
        rest.post("/dispatch/pause", "{\"group\": \"g\", \"until\": \"%s\"}".formatted(until));
    assertThat(paused.status()).as(paused.body()).isEqualTo(200);
    assertThat(paused.body()).contains("\"group\":\"g\"", "\"pausedBy\":\"admin\"");
    rest.post("/jobs", job.formatted(QUEUE, "in the group", ", \"group\": \"g\""));
    rest.post("/jobs", job.formatted(QUEUE, "another", ""));
    assertThat(rest.get("/jobs/" + QUEUE + "/in%20the%20group/explanation").body())
        .contains("group-paused", "\"body\":{\"group\":\"g\"}");

    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      assertThat(worker.receive().jobId()).isEqualTo("another");
      assertThat(worker.receive().jobId()).isEqualTo("in the group");
      assertThat(Instant.now()).isAfterOrEqualTo(until);
    }
    assertThat(rest.post("/dispatch/resume", "{\"group\": \"g\"}").code()).isEqualTo("SCHED-0095");
  }

  @Test
  void while_everything_is_paused_jobs_are_kept_until_the_resume() {
    rest.post("/dispatch/pause", "");
    rest.post(
        "/jobs", "{\"queue\": \"%s\", \"jobId\": \"1\", \"delay\": \"PT0S\"}".formatted(QUEUE));
    assertThat(rest.get("/jobs/" + QUEUE + "/1/explanation").body()).contains("dispatch-paused");
    assertThat(rest.get("/worker-queues/" + QUEUE).json().getString("state")).isEqualTo("paused");

    assertThat(rest.post("/dispatch/resume", "").json().getJsonArray("pauses")).isEmpty();

    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      assertThat(worker.receive().jobId()).isEqualTo("1");
    }
    assertThat(rest.post("/dispatch/pause", "{\"until\": \"2020-01-01T00:00:00Z\"}").status())
        .isEqualTo(422);
  }

  @Test
  void leases_and_nodes_are_reported() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonObject lease = find(rest.get("/leases").json(), "leases", "partition", "default");
              assertThat(lease.getString("state")).isEqualTo("held");
              JsonObject leader =
                  find(rest.get("/nodes").json(), "nodes", "name", lease.getString("holder"));
              assertThat(leader.getBoolean("live")).isTrue();
              assertThat(leader.getJsonArray("leads").toString()).contains("\"default\"");
            });
    assertThat(names(rest.get("/nodes").json(), "nodes", "name")).contains("node-1", "node-2");
  }

  @Test
  void a_leader_that_steps_down_lets_the_other_node_lead() {
    String leader = awaitHolder("node-1", "node-2");
    String other = leader.equals("node-1") ? "node-2" : "node-1";

    Answer answer = rest.post("/leases/default/step-down", "");

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.json().getString("status")).isEqualTo("released");
    awaitHolder(other);
    assertThat(audited()).startsWith("admin step down");
    assertThat(rest.post("/leases/nowhere/step-down", "").code()).isEqualTo("SCHED-0918");
  }

  @Test
  @AnyServer
  void a_drained_leader_hands_over_and_registers_nothing_until_it_is_resumed() {
    ServerNode leader = stack.node(awaitHolder("node-1", "node-2"));
    String other = leader.name().equals("node-1") ? "node-2" : "node-1";

    Answer drained = rest.post("/nodes/" + leader.name() + "/drain", "");

    assertThat(drained.status()).as(drained.body()).isEqualTo(200);
    assertThat(drained.json().getBoolean("dispatches")).isFalse();
    assertThat(drained.json().getString("drainedBy")).isEqualTo("admin");
    awaitHolder(other);
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    await().atMost(PATIENCE).until(() -> broker.consumersOn("scheduler.jobs") == 1);
    double before = registered(leader);
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.sendAll(
          20,
          i ->
              Map.of("scheduler_jobId", "drained " + i, "scheduler_dueAt", "2100-01-01T00:00:00Z"));
    }
    await().atMost(PATIENCE).until(() -> stack.ledger("waiting") == 20);
    assertThat(registered(leader)).isEqualTo(before);
    assertThat(leader.healthy()).isTrue();
    assertThat(audited()).startsWith("admin drain node " + leader.name());

    Answer resumed = rest.post("/nodes/" + leader.name() + "/resume", "");

    assertThat(resumed.json().getBoolean("registers")).isTrue();
    await().atMost(PATIENCE).until(() -> broker.consumersOn("scheduler.jobs") == 2);
    assertThat(rest.post("/nodes/nowhere/drain", "").code()).isEqualTo("SCHED-0093");
    assertThat(rest.post("/nodes/node-1/drain", "{\"only\": \"all\"}").code())
        .isEqualTo("SCHED-0916");
  }

  private static double registered(ServerNode node) {
    return PrometheusText.of(node).sum("scheduler_registrations_total");
  }

  private String awaitHolder(String... nodes) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> {
              JsonObject lease = find(rest.get("/leases").json(), "leases", "partition", "default");
              return lease.getString("state").equals("held") ? lease.getString("holder") : "";
            },
            List.of(nodes)::contains);
  }

  @Nightly
  @Test
  void the_history_of_a_lease_begins_with_its_holder_and_has_pages() {
    stack.execute(
        """
        INSERT INTO scheduler.lease (partition) VALUES ('test-operators');
        INSERT INTO scheduler.lease_history (partition, epoch, holder, incarnation, acquired_at, reason)
        SELECT 'test-operators', n, 'node-' || n, gen_random_uuid(), clock_timestamp(), 'released' FROM generate_series(1, 3) n
        """);
    try {
      JsonObject page = rest.get("/leases/test-operators/history?limit=2").json();
      assertThat(names(page, "holders", "holder")).containsExactly("node-3", "node-2");
      JsonObject last =
          rest.get("/leases/test-operators/history?limit=2&cursor=" + page.getString("next"))
              .json();
      assertThat(names(last, "holders", "holder")).containsExactly("node-1");
      assertThat(last).doesNotContainKey("next");
    } finally {
      stack.execute("DELETE FROM scheduler.lease_history WHERE partition = 'test-operators'");
    }
  }

  @Test
  void the_overview_has_the_ledger_which_adds_up() {
    rest.post("/jobs", RestJobsIT.job("1"));
    rest.post("/jobs", RestJobsIT.job("2"));
    rest.delete("/jobs/" + QUEUE + "/2");

    JsonObject overview = rest.get("/overview").json();

    JsonObject ledger = overview.getJsonObject("ledger");
    assertThat(ledger.getInt("registered")).isEqualTo(2);
    assertThat(ledger.getInt("cancelled")).isEqualTo(1);
    assertThat(ledger.getInt("waiting")).isEqualTo(1);
    assertThat(ledger.getInt("difference")).isZero();
    assertThat(overview.getInt("quarantined")).isZero();
    assertThat(overview).containsKeys("inDoubt", "workerQueues", "leases", "nodes");
  }

  /** The watch deletes rows of transactions that it does not see. */
  @Nightly
  @Test
  void transactions_in_doubt_are_reported() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              stack.execute(
                  "INSERT INTO scheduler.in_doubt (gtrid, node, verdict) VALUES ('test', 'node-9',"
                      + " 'wait') ON CONFLICT DO NOTHING");
              JsonObject doubt =
                  find(rest.get("/in-doubt").json(), "transactions", "gtrid", "test");
              assertThat(doubt.getString("node")).isEqualTo("node-9");
              assertThat(doubt.getBoolean("nodeIsLive")).isFalse();
            });
  }

  @Nightly
  @Test
  void pages_of_the_quarantine_show_each_row_once_and_no_payload() {
    quarantine(25, "2100-01-01T00:00:00Z");
    List<String> ids = new ArrayList<>();
    String cursor = "";
    do {
      Answer page = rest.get("/quarantine?limit=10&stage=registration" + cursor);
      assertThat(page.status()).as(page.body()).isEqualTo(200);
      assertThat(page.body()).doesNotContain("secret");
      ids.addAll(names(page.json(), "rows", "jobId"));
      cursor = page.json().containsKey("next") ? "&cursor=" + page.json().getString("next") : "";
    } while (!cursor.isEmpty());
    assertThat(ids).hasSize(25).doesNotHaveDuplicates();
    assertThat(ids.get(0)).isEqualTo("25");
  }

  @Nightly
  @ParameterizedTest
  @CsvSource({
    "queue=test.registration, 2",
    "queue=test.caller, 0",
    "stage=dispatch, 0",
    "code=SCHED-0112, 2",
    "code=SCHED-0102&stage=registration, 0"
  })
  void filters_of_the_quarantine_choose(String query, int rows) {
    quarantine(2, "tomorrow");

    assertThat(rest.get("/quarantine?" + query).json().getJsonArray("rows")).hasSize(rows);
  }

  @Test
  @AnyServer
  void a_resubmitted_row_becomes_a_job() {
    quarantine(1, "2100-01-01T00:00:00Z");
    String path = "/quarantine/" + stack.value("SELECT id FROM scheduler.quarantine");
    assertThat(rest.get(path).json().getString("body")).isEqualTo("secret");

    Answer answer = rest.post(path + "/resubmit", null);

    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.header("Location")).endsWith(path);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(rest.get(path).code()).isEqualTo("SCHED-0919"));
    assertThat(rest.get("/jobs/" + QUEUE + "/1").json().getString("registeredBy"))
        .isEqualTo("admin");
    assertThat(audited()).startsWith("admin resubmit quarantine row");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void a_row_that_cannot_be_resubmitted_says_why() {
    quarantine(1, "tomorrow");
    String path = "/quarantine/" + stack.value("SELECT id FROM scheduler.quarantine");

    rest.post(path + "/resubmit", null);

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(rest.get(path).json().getString("resubmitRefusal", ""))
                    .startsWith("SCHED-0112"));
    assertThat(rest.get(path).json().getString("resubmitRequestedBy")).isEqualTo("admin");
  }

  @Test
  void a_mended_row_is_resubmitted_as_it_is_now() {
    quarantine(1, "tomorrow");
    String path = "/quarantine/" + stack.value("SELECT id FROM scheduler.quarantine");

    assertThat(rest.post(path + "/check", "{}").code()).isEqualTo("SCHED-0112");
    String mend =
        "{\"queue\": \"test.caller\", \"properties\": {\"scheduler_dueAt\": null, \"scheduler_delay\": \"P3650D\"}}";
    Answer checked = rest.post(path + "/check", mend);
    assertThat(checked.status()).as(checked.body()).isEqualTo(200);
    assertThat(rest.get(path).json().getString("queue")).isEqualTo(QUEUE);
    assertThat(rest.get("/jobs/test.caller/1").status()).isEqualTo(404);

    Answer mended =
        rest.send(
            "PATCH",
            path,
            """
            {"queue": "test.caller", "properties": {"scheduler_dueAt": null, "scheduler_delay": "P3650D", "x_by": "me"},
             "body": {"order": 4711}}
            """);

    assertThat(mended.status()).as(mended.body()).isEqualTo(200);
    assertThat(mended.json().getString("queue")).isEqualTo("test.caller");
    assertThat(mended.json().getString("body")).isEqualTo("{\"order\":4711}");
    assertThat(
            stack.value(
                "SELECT changed_by || ' ' || action || ' ' || (before ->> 'queue') || ' ' || after"
                    + " FROM scheduler.audit ORDER BY id DESC LIMIT 1"))
        .startsWith("admin mend quarantined " + QUEUE)
        .contains("scheduler_delay", "\"bodyBytes\": 14")
        .doesNotContain("4711", "P3650D");

    rest.post(path + "/resubmit", null);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(rest.get(path).code()).isEqualTo("SCHED-0919"));
    JsonObject job = rest.get("/jobs/test.caller/1").json();
    assertThat(job.getString("body")).isEqualTo("{\"order\":4711}");
    assertThat(job.getJsonObject("properties").getString("x_by")).isEqualTo("me");
  }

  @Nightly
  @Test
  void a_mended_row_that_is_still_wrong_is_refused_by_the_rules_of_messages() {
    quarantine(1, "tomorrow");
    String path = "/quarantine/" + stack.value("SELECT id FROM scheduler.quarantine");
    rest.send(
        "PATCH",
        path,
        "{\"properties\": {\"scheduler_dueAt\": \"never\"}, \"bodyBase64\": \"AAE=\"}");
    assertThat(rest.get(path).json().getString("bodyBase64")).isEqualTo("AAE=");

    rest.post(path + "/resubmit", null);

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(rest.get(path).json().getString("resubmitRefusal", ""))
                    .startsWith("SCHED-0112")
                    .contains("never"));
  }

  @Nightly
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                       | 422 | SCHED-0916
          {"colour": "red"}                        | 422 | SCHED-0916
          {"queue": "a b"}                         | 422 | SCHED-0917
          {"properties": []}                       | 422 | SCHED-0916
          {"properties": {"a": []}}                | 422 | SCHED-0916
          {"body": "x", "bodyBase64": "AAE="}      | 422 | SCHED-0916
          {"bodyBase64": "!"}                      | 422 | SCHED-0916
          {"body": "\\ud800"}                      | 422 | SCHED-0916
          []                                       | 400 | SCHED-0901
          """)
  void an_invalid_mend_is_refused(String json, int status, String code) {
    quarantine(1, "tomorrow");
    String path = "/quarantine/" + stack.value("SELECT id FROM scheduler.quarantine");

    Answer answer = rest.send("PATCH", path, json);

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
    assertThat(rest.get(path).json().getString("body")).isEqualTo("secret");
    assertThat(rest.send("PATCH", "/quarantine/0", "{\"body\": 1}").code()).isEqualTo("SCHED-0919");
  }

  @Nightly
  @Test
  void a_deleted_row_is_gone_and_the_audit_says_what_it_was() {
    quarantine(2, "tomorrow");
    String path = "/quarantine/" + stack.value("SELECT min(id) FROM scheduler.quarantine");

    assertThat(rest.delete(path).status()).isEqualTo(204);

    assertThat(rest.delete(path).code()).isEqualTo("SCHED-0919");
    assertThat(stack.values("SELECT job_id FROM scheduler.quarantine")).containsExactly("2");
    assertThat(
            stack.value(
                "SELECT before ->> 'code' || ' ' || (before ->> 'jobId') FROM scheduler.audit ORDER"
                    + " BY id DESC LIMIT 1"))
        .isEqualTo("SCHED-0112 1");
  }

  @Test
  void a_job_that_is_run_now_reaches_its_worker() {
    rest.post("/jobs", RestJobsIT.job("a/b"));

    Answer answer = rest.post("/jobs/" + QUEUE + "/a/b/run-now", null);

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      assertThat(worker.receive().jobId()).isEqualTo("a/b");
    }
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_rescheduled_job_is_due_then_and_so_is_its_execution() {
    Answer job = rest.post("/jobs", RestJobsIT.job("1").replace("}", ", \"tracked\": true}"));

    Answer answer = reschedule("2099-01-01T00:00:00Z");

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    JsonObject read = rest.get("/jobs/" + QUEUE + "/1").json();
    assertThat(read.getString("dueAt")).isEqualTo("2099-01-01T00:00:00Z");
    assertThat(read.getString("eligibleAt")).isEqualTo("2099-01-01T00:00:00Z");
    assertThat(rest.get(job.header("Location")).json().getString("dueAt"))
        .isEqualTo("2099-01-01T00:00:00Z");
  }

  @Nightly
  @Test
  void a_job_is_not_rescheduled_beyond_its_expiry() {
    rest.post(
        "/jobs", RestJobsIT.job("1").replace("}", ", \"expiresAt\": \"2100-01-02T00:00:00Z\"}"));

    assertThat(reschedule("2100-01-02T00:00:00Z").code()).isEqualTo("SCHED-0923");
    assertThat(rest.get("/jobs/" + QUEUE + "/1").json().getString("dueAt"))
        .isEqualTo("2100-01-01T00:00:00Z");
  }

  @Nightly
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | /worker-queues/nobody              |                      | 404 | SCHED-0915
          POST   | /worker-queues/nobody/pause        |                      | 404 | SCHED-0915
          PUT    | /worker-queues/test.operators      | {"colour": "red"}    | 422 | SCHED-0916
          PUT    | /worker-queues/test.operators      | {"tracked": "true"}  | 422 | SCHED-0916
          PUT    | /worker-queues/test.operators      | {"partition": "a b"} | 422 | SCHED-0916
          PUT    | /worker-queues/test.operators      | {"partition": null}  | 422 | SCHED-0916
          PUT    | /worker-queues/test.operators      | []                   | 400 | SCHED-0901
          PUT    | /worker-queues/test.operators      | {"tracked":          | 400 | SCHED-0901
          PUT    | /worker-queues/scheduler.operators | {}                   | 422 | SCHED-0917
          PUT    | /worker-queues/a%20b               | {}                   | 422 | SCHED-0917
          GET    | /worker-queues/a%20b               |                      | 404 | SCHED-0915
          GET    | /leases/nobody/history             |                      | 404 | SCHED-0918
          GET    | /leases/default/history?cursor=x   |                      | 400 | SCHED-0904
          GET    | /quarantine/0                      |                      | 404 | SCHED-0919
          GET    | /quarantine/x                      |                      | 404 | SCHED-0919
          POST   | /quarantine/0/resubmit             |                      | 404 | SCHED-0919
          GET    | /quarantine?stage=lost             |                      | 400 | SCHED-0904
          GET    | /quarantine?queue=%00              |                      | 400 | SCHED-0904
          POST   | /jobs/test.registration/1/run-now  |                      | 404 | SCHED-0903
          POST   | /jobs/test.registration/1/hold     |                      | 404 | SCHED-0903
          POST   | /jobs/test.registration/1/release  |                      | 404 | SCHED-0903
          POST   | /jobs/test.registration/1/reschedule | {}                 | 422 | SCHED-0916
          POST   | /in-doubt/00ff/resolve             |                      | 404 | SCHED-0946
          POST   | /in-doubt/00ff/resolve             | {"force": "commit"}  | 422 | SCHED-0916
          POST   | /in-doubt/00ff/resolve             | {"force": "wait", "reason": "x"} | 422 | SCHED-0916
          POST   | /jobs/test.registration/1/stop     |                      | 404 | SCHED-0913
          """)
  void an_impossible_action_is_a_problem(
      String method, String path, String json, int status, String code) {
    Answer answer = rest.send(method, path, json);

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
    assertThat(stack.values("SELECT name FROM scheduler.worker_queue"))
        .doesNotContain("test.operators", "nobody");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "POST"})
  void a_refusal_names_the_method_and_the_path_that_the_client_has_sent(String method) {
    Answer refused = rest.send(method, "/overview", null);

    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.header("Allow")).contains("GET");
    assertThat(refused.json().getString("detail"))
        .startsWith(method + " overview: Method Not Allowed");
  }

  @Test
  void a_body_of_another_media_type_is_refused() {
    Answer refused = rest.send("POST", "/jobs", "x", "Content-Type", "text/plain");

    assertThat(refused.status()).isEqualTo(415);
    assertThat(refused.code()).isEqualTo("SCHED-0913");
  }

  private Answer reschedule(String dueAt) {
    return rest.post("/jobs/" + QUEUE + "/1/reschedule", "{\"dueAt\": \"%s\"}".formatted(dueAt));
  }

  /** Messages with job ids from 1, as they are when the registration has refused them. */
  private void quarantine(int rows, String dueAt) {
    stack.execute(
        """
        INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_id, sent_at, sent_by, message_type, properties, body)
        SELECT 'registration', 'SCHED-0112', 'a test', 'node-1', '%1$s', n, 'ID:' || n, clock_timestamp(), 'admin', 'text',
               json_build_object('scheduler_queue', '%1$s', 'scheduler_jobId', n::text, 'scheduler_dueAt', '%2$s'), 'secret'
          FROM generate_series(1, %3$d) n
        """
            .formatted(QUEUE, dueAt, rows));
  }

  private String audited() {
    return stack.value(
        """
        SELECT concat_ws(' ', changed_by, action, subject, before ->> 'partition', before ->> 'tracked', '->',
                         after ->> 'partition', after ->> 'tracked', 'by', node)
          FROM scheduler.audit ORDER BY id DESC LIMIT 1
        """);
  }

  private static JsonObject workerQueue(Answer overview) {
    return find(overview.json(), "workerQueues", "name", QUEUE);
  }

  private static JsonObject find(JsonObject answer, String list, String field, String value) {
    return answer.getJsonArray(list).getValuesAs(JsonObject.class).stream()
        .filter(each -> each.getString(field).equals(value))
        .findFirst()
        .orElseThrow(() -> new AssertionError(value + " is not in " + answer));
  }

  private static List<String> names(JsonObject answer, String list, String field) {
    return answer.getJsonArray(list).getValuesAs(JsonObject.class).stream()
        .map(each -> each.getString(field))
        .toList();
  }
}
