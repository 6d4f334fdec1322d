package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs by the REST API, from outside the server. */
class RestJobsIT {

  private static final String FAR = "2100-01-01T00:00:00Z";

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;
  private long audits;

  @BeforeEach
  void empty() {
    stack.clear();
    rest = new RestClient(stack.node(1));
    audits = stack.integer("SELECT coalesce(max(id), 0) FROM scheduler.audit");
  }

  @Test
  @AnyServer
  void a_job_is_accepted_and_can_be_read_back_at_once_on_the_other_node() {
    Answer answer = rest.post("/jobs", job("1"));

    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.header("Location")).endsWith("/scheduler/api/v1/jobs/test.registration/1");
    assertThat(answer.json().getString("status")).isEqualTo("accepted");
    assertThat(answer.json().getString("dueAt")).isEqualTo(FAR);
    JsonObject read = new RestClient(stack.node(2)).get("/jobs/test.registration/1").json();
    assertThat(read.getString("registeredBy")).isEqualTo("admin");
    assertThat(read.getString("state")).isEqualTo("waiting");
    assertThat(read.getString("body")).isEqualTo("x");
  }

  @Test
  @AnyServer
  void a_due_job_reaches_its_worker_and_an_object_is_its_json_text() {
    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      rest.post(
          "/jobs",
          """
          {"queue": "test.registration", "jobId": "1", "delay": "PT0S", "body": {"order": [4711, {"a": null}]},
           "properties": {"x_shop": "Bonn"}}
          """);
      JobDelivery delivery = worker.receive();
      assertThat(delivery.text()).isEqualTo("{\"order\":[4711,{\"a\":null}]}");
      assertThat(delivery.contentType()).contains("application/json");
      assertThat(delivery.registeredBy()).contains("admin");
    }
  }

  @Test
  void a_request_is_answered_while_the_worker_hangs() {
    String now = "{\"queue\": \"test.caller\", \"jobId\": \"%s\", \"delay\": \"PT0S\"}";
    try (JMSContext worker =
        stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED)) {
      rest.post("/jobs", now.formatted("hangs"));
      assertThat(worker.createConsumer(worker.createQueue("test.caller")).receive(30_000))
          .isNotNull();

      assertThat(rest.post("/jobs", now.formatted("next")).status()).isEqualTo(202);

      await().until(() -> stack.ledger("dispatched") == 2);
    }
  }

  @Nightly
  @Test
  void without_a_job_id_one_is_generated_and_the_location_leads_to_it() {
    Answer answer =
        rest.post("/jobs", "{\"queue\": \"test.registration\", \"dueAt\": \"%s\"}".formatted(FAR));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(rest.get(answer.header("Location")).json().getString("jobId"))
        .isEqualTo(answer.json().getString("jobId"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          422 | SCHED-0102 | {"queue": "nobody", "dueAt": "2100-01-01T00:00:00Z"}
          422 | SCHED-0101 | {"dueAt": "2100-01-01T00:00:00Z"}
          422 | SCHED-0110 | {"queue": "test.registration"}
          422 | SCHED-0112 | {"queue": "test.registration", "dueAt": "tomorrow"}
          422 | SCHED-0186 | {"queue": "test.registration", "delay": "PT1H", "colour": "red"}
          422 | SCHED-0124 | {"queue": ["test.registration"], "delay": "PT1H"}
          422 | SCHED-0121 | {"queue": "test.registration", "jobId": " ", "delay": "PT1H"}
          400 | SCHED-0901 | {"queue": "test.registration"
          400 | SCHED-0901 | []
          400 | SCHED-0901 | nonsense
          """)
  void invalid_registrations_are_refused_with_their_code_and_stored_nowhere(
      int status, String code, String json) {
    Answer answer = rest.post("/jobs", json);

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.json().getInt("status")).isEqualTo(status);
    assertThat(
            stack.value(
                "SELECT (SELECT count(*) FROM scheduler.job) + (SELECT count(*) FROM"
                    + " scheduler.quarantine)"))
        .isEqualTo("0");
  }

  @Test
  void put_is_idempotent() {
    String json = "{\"dueAt\": \"%s\", \"body\": \"x\"}".formatted(FAR);

    assertThat(rest.put("/jobs/test.registration/a/b", json).status()).isEqualTo(201);
    assertThat(rest.put("/jobs/test.registration/a/b", json).status()).isEqualTo(200);

    assertThat(stack.values("SELECT job_id FROM scheduler.job")).containsExactly("a/b");
    assertThat(rest.put("/jobs/test.registration/1", job("2")).code()).isEqualTo("SCHED-0902");
  }

  @Nightly
  @Test
  void reject_and_keep_leave_the_waiting_job() {
    rest.post("/jobs", job("1"));

    assertThat(rest.post("/jobs", with(job("1"), "ifExists", "reject")).status()).isEqualTo(409);
    Answer kept = rest.post("/jobs", with(job("1"), "ifExists", "keep"));
    assertThat(kept.status()).isEqualTo(200);
    assertThat(kept.json().getString("status")).isEqualTo("kept");
  }

  @Test
  void a_cancelled_job_is_gone_and_the_cancel_is_audited() {
    rest.post("/jobs", job("1"));

    Answer cancelled = rest.delete("/jobs/test.registration/1");

    assertThat(cancelled.json().getString("status")).isEqualTo("cancelled");
    assertThat(rest.get("/jobs/test.registration/1").code()).isEqualTo("SCHED-0903");
    assertThat(rest.delete("/jobs/test.registration/1").json().getString("status"))
        .isEqualTo("cancel-noted");
    assertThat(
            audited(
                "coalesce(before ->> 'dueAt', '-') || ' -> ' || coalesce(after ->> 'cancelNoted',"
                    + " '-')"))
        .containsExactly(
            "admin node-1 register job - -> -",
            "admin node-1 cancel job %s -> -".formatted(FAR),
            "admin node-1 cancel job - -> true");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void an_audit_shows_how_a_job_waited_before_and_after_each_change() {
    String path = "/jobs/test.registration/1";
    rest.put(path, "{\"recurrence\": \"every:PT24H start=2100-01-01T00:00:00Z\", \"priority\": 7}");
    String recurring = rest.get(path).json().getString("fireId");
    rest.put(path, "{\"dueAt\": \"%s\"}".formatted(FAR));
    String fireId = rest.get(path).json().getString("fireId");
    rest.post(path + "/reschedule", "{\"dueAt\": \"2101-01-01T00:00:00Z\"}");
    rest.delete(path);

    assertThat(audited(facts("before") + " || ' -> ' || " + facts("after")))
        .containsExactly(
            "admin node-1 register job - -> %s 7 every:PT24H start=2100-01-01T00:00:00Z"
                .formatted(recurring),
            "admin node-1 register job %s 7 every:PT24H start=2100-01-01T00:00:00Z -> %s 4 -"
                .formatted(recurring, fireId),
            "admin node-1 reschedule job %1$s 4 - -> %1$s 4 -".formatted(fireId),
            "admin node-1 cancel job %s 4 - -> -".formatted(fireId));
    assertThat(audited("before ->> 'dueAt' || ' ' || coalesce(after ->> 'dueAt', '-')"))
        .endsWith(
            "admin node-1 reschedule job 2100-01-01T00:00:00Z 2101-01-01T00:00:00Z",
            "admin node-1 cancel job 2101-01-01T00:00:00Z -");
  }

  private static String facts(String column) {
    return "coalesce((%1$s ->> 'fireId') || ' ' || (%1$s ->> 'priority') || ' ' || coalesce(%1$s ->> 'recurrence', '-'), '-')"
        .formatted(column);
  }

  /** What each change of this test was, the oldest first. */
  private List<String> audited(String states) {
    return stack.values(
        "SELECT changed_by || ' ' || node || ' ' || action || ' ' || coalesce(%s, '-') FROM scheduler.audit WHERE id > %d ORDER BY id"
            .formatted(states, audits));
  }

  @Nightly
  @Test
  void an_unchanged_job_is_not_sent_again() {
    rest.post("/jobs", job("1"));
    String tag = rest.get("/jobs/test.registration/1").header("ETag");

    assertThat(rest.get("/jobs/test.registration/1", "If-None-Match", tag).status()).isEqualTo(304);
    rest.post("/jobs", job("1"));
    assertThat(rest.get("/jobs/test.registration/1", "If-None-Match", tag).status()).isEqualTo(200);
  }

  @Test
  void only_what_is_read_with_a_tag_may_be_kept_by_its_reader() {
    String path = "/jobs/test.registration/1";
    Answer created = rest.post("/jobs", job("1"));
    Answer read = rest.get(path);
    Answer unchanged = rest.get(path, "If-None-Match", read.header("ETag"));
    Answer put = rest.put("/worker-queues/test.registration", "{}");
    assertThat(unchanged.status()).isEqualTo(304);
    assertThat(put.header("ETag")).isNotEmpty();

    assertThat(List.of(read, unchanged))
        .extracting(answer -> answer.header("Cache-Control"))
        .containsOnly("private, no-cache");
    assertThat(List.of(created, put, rest.get("/jobs"), rest.get("/jobs/test.registration/none")))
        .extracting(answer -> answer.header("Cache-Control"))
        .containsOnly("no-store");
  }

  @Test
  void a_change_with_if_match_changes_the_job_that_the_client_has_seen_and_no_other() {
    String path = "/jobs/test.registration/1";
    rest.post("/jobs", job("1"));
    String seen = rest.get(path).header("ETag");
    rest.post("/jobs", job("1"));
    String json = "{\"dueAt\": \"%s\"}".formatted(FAR);

    for (Answer refused :
        List.of(
            rest.put(path, json, "If-Match", seen),
            rest.delete(path, "If-Match", seen),
            rest.post(path + "/run-now", null, "If-Match", seen),
            rest.post(path + "/reschedule", json, "If-Match", seen),
            rest.post(path + "/hold", null, "If-Match", seen),
            rest.post(path + "/release", null, "If-Match", seen),
            rest.put("/jobs/test.registration/2", json, "If-Match", "*"))) {
      assertThat(refused.status()).as(refused.body()).isEqualTo(412);
      assertThat(refused.code()).isEqualTo("SCHED-0926");
    }
    assertThat(rest.delete(path, "If-Match", "seen").code()).isEqualTo("SCHED-0927");

    Answer changed =
        rest.post(path + "/reschedule", json, "If-Match", rest.get(path).header("ETag"));
    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
    assertThat(rest.delete(path, "If-Match", "*").json().getString("status"))
        .isEqualTo("cancelled");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_held_job_waits_past_its_due_time_until_it_is_released() {
    String path = "/jobs/test.registration/1";
    rest.post("/jobs", job("1"));
    rest.post("/jobs", job("2"));

    Answer held = new RestClient(stack.node(2)).post(path + "/hold", null);
    assertThat(held.status()).as(held.body()).isEqualTo(200);
    rest.post(path + "/reschedule", "{\"dueAt\": \"2020-01-01T00:00:00Z\"}");

    JsonObject list = rest.get("/jobs?state=held&count=true").json();
    assertThat(list.getInt("count")).isEqualTo(1);
    JsonObject job = list.getJsonArray("jobs").getJsonObject(0);
    assertThat(job.getString("jobId")).isEqualTo("1");
    assertThat(job.getString("state")).isEqualTo("held");
    assertThat(job.getString("heldBy")).isEqualTo("admin");
    assertThat(job.getString("dueAt")).isEqualTo("2020-01-01T00:00:00Z");
    assertThat(job).containsKey("heldAt").doesNotContainKey("eligibleAt");
    assertThat(rest.get("/jobs?state=waiting&count=true").json().getInt("count")).isEqualTo(1);
    assertThat(rest.get("/worker-queues/test.registration").json().getInt("held")).isEqualTo(1);
    Answer refused = rest.post(path + "/run-now", null);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("SCHED-0945");

    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      assertThat(rest.post(path + "/release", null).json().getString("status"))
          .isEqualTo("changed");
      assertThat(worker.receive().jobId()).isEqualTo("1");
    }
    assertThat(
            stack.values(
                "SELECT action FROM scheduler.audit WHERE subject = 'test.registration/1' ORDER BY"
                    + " id DESC LIMIT 3"))
        .containsExactly("release job", "reschedule job", "hold job");
    assertThat(rest.post(path + "/hold", null).code()).isEqualTo("SCHED-0903");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void pages_of_a_list_show_each_job_once_and_no_payload() {
    for (int i = 0; i < 25; i++) {
      rest.post("/jobs", job("job " + i));
    }
    rest.post("/jobs", job("other"));
    List<String> ids = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    do {
      Answer answer = rest.get("/jobs?queue=test.registration&prefix=job&limit=10" + cursor);
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).doesNotContain("\"body\"");
      answer.json().getJsonArray("jobs").getValuesAs(JsonObject.class).stream()
          .map(job -> job.getString("jobId"))
          .forEach(ids::add);
      cursor =
          answer.json().containsKey("next") ? "&cursor=" + answer.json().getString("next") : "";
      pages++;
    } while (!cursor.isEmpty());
    assertThat(pages).isEqualTo(3);
    assertThat(ids).hasSize(25).doesNotHaveDuplicates();
  }

  @Nightly
  @Test
  void a_list_by_time_goes_on_with_another_filter() {
    String job = "{\"queue\": \"%s\", \"jobId\": \"%s\", \"dueAt\": \"%s\"}";
    rest.post("/jobs", job.formatted("test.registration", "earlier", "2099-01-01T00:00:00Z"));
    rest.post("/jobs", job.formatted("test.registration", "later", "2101-01-01T00:00:00Z"));
    rest.post("/jobs", job.formatted("test.caller", "between", "2100-01-01T00:00:00Z"));
    String next = rest.get("/jobs?limit=1").json().getString("next");

    assertThat(jobIds("/jobs?cursor=" + next)).containsExactly("between", "later");
    assertThat(jobIds("/jobs?queue=test.registration&cursor=" + next)).containsExactly("later");
  }

  private List<String> jobIds(String list) {
    return rest.get(list).json().getJsonArray("jobs").getValuesAs(JsonObject.class).stream()
        .map(each -> each.getString("jobId"))
        .toList();
  }

  @Nightly
  @ParameterizedTest
  @CsvSource({
    "state=waiting, 2",
    "state=due, 0",
    "state=retrying, 0",
    "state=held, 0",
    "dueFrom=2100-01-01T00:00:00Z&dueBefore=2100-01-01T00:00:01Z, 2",
    "dueBefore=2099-01-01T00:00:00Z, 0",
    "queue=test.caller, 0",
    "prefix=job%25, 0",
    "limit=1, 2"
  })
  void filters_choose_and_counts_are_capped(String query, int count) {
    rest.post("/jobs", job("job1"));
    rest.post("/jobs", job("job2"));

    JsonObject list = rest.get("/jobs?count=true&" + query).json();

    assertThat(list.getInt("count")).isEqualTo(count);
    assertThat(list.getBoolean("more")).isFalse();
  }

  @Nightly
  @ParameterizedTest
  @CsvSource({
    "limit=0, SCHED-0904",
    "limit=x, SCHED-0904",
    "state=lost, SCHED-0904",
    "dueFrom=now, SCHED-0904",
    "stat=held, SCHED-0997",
    "cursor=abc, SCHED-0904",
    "cursor=!, SCHED-0904",
    "prefix=%00, SCHED-0904"
  })
  void a_query_that_cannot_be_read_is_refused(String query, String code) {
    Answer answer = rest.get("/jobs?" + query);

    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo(code);
  }

  @Nightly
  @Test
  void a_count_ends_at_a_thousand_and_shows_that_there_are_more() {
    stack.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT 'test.registration', 'job ' || n, '%1$s', '%1$s', 4, true, '', clock_timestamp()
          FROM generate_series(1, 1001) n
        """
            .formatted(FAR));

    JsonObject list = rest.get("/jobs?count=true&limit=1").json();
    assertThat(list.getInt("count")).isEqualTo(1000);
    assertThat(list.getBoolean("more")).isTrue();

    stack.execute("DELETE FROM scheduler.job WHERE job_id = 'job 1'");
    JsonObject fewer = rest.get("/jobs?count=true&limit=1").json();
    assertThat(fewer.getInt("count")).isEqualTo(1000);
    assertThat(fewer.getBoolean("more")).isFalse();
  }

  static String job(String id) {
    return "{\"queue\": \"test.registration\", \"jobId\": \"%s\", \"dueAt\": \"%s\", \"body\": \"x\"}"
        .formatted(id, FAR);
  }

  private static String with(String json, String field, String value) {
    return json.replace("}", ", \"%s\": \"%s\"}".formatted(field, value));
  }
}
