package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schedules by REST: registered as jobs, read as schedules. */
class RestSchedulesIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String AT_ONCE = "{\"dueAt\": \"2020-01-01T00:00:00Z\"}";

  private static final String EVERYTHING =
      """
      {"recurrence": "cron:0 0 6 * * ? except=weekly:SAT", "zone": "Europe/Berlin", "start": "2100-01-01T00:00:00Z", "until": "2101-01-01T00:00:00Z",
       "count": 9, "countOf": "successes", "misfire": "fire-all/PT30M", "overlap": "wait/PT2H", "jitter": "PT0.5S", "stateful": true, "tracked": true,
       "definition": "kept", "priority": 7, "group": "g", "contentType": "text/plain", "type": "t", "correlationId": "c", "replyTo": "test.registration",
       "timeToLive": 60000, "deliveryMode": "NON_PERSISTENT", "properties": {"x_text": "a", "x_number": 1, "x_fraction": 1.5, "x_flag": true}, "body": "payload",
       "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "tracestate": "a=b"}
      """;

  /** Both rows of a schedule, without what each registration writes anew. */
  private static final String ROWS =
      """
      SELECT (to_jsonb(s) - 'registered_at' - 'own_properties' || to_jsonb(j) - ARRAY['id', 'fire_id', 'registered_at', 'sent_at', 'eligible_at', 'message_id', 'properties', 'replaced_fire_id', 'replaced_planned_at']
              || jsonb_build_object('properties', j.properties::jsonb, 'own', (SELECT array_agg(o ORDER BY o) FROM unnest(string_to_array(s.own_properties, ' ')) o)))::text
        FROM scheduler.schedule s JOIN scheduler.job j USING (queue, job_id)
      """;

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void prepare() {
    stack.clear();
    stack.execute("DELETE FROM scheduler.schedule");
    rest = new RestClient(stack.node(1));
  }

  @AfterEach
  void clear() {
    stack.clear();
  }

  @Test
  void a_schedule_is_registered_read_on_the_other_node_and_cancelled() {
    register("reports/nightly");
    RestClient other = new RestClient(stack.node(2));
    Answer schedule = other.get("/schedules/test.registration/reports/nightly");
    assertThat(schedule.status()).isEqualTo(200);
    assertThat(schedule.json().getString("state")).isEqualTo("active");
    assertThat(schedule.json().getString("recurrence")).startsWith("cron:0 0 6 ? * MON-FRI");
    assertThat(schedule.json().getString("misfire")).isEqualTo("fire-once");
    assertThat(schedule.json().getString("overlap")).isEqualTo("allow");
    assertThat(schedule.json().getInt("runs")).isZero();
    assertThat(schedule.json().getString("nextPlannedAt"))
        .isEqualTo(rest.get("/jobs/test.registration/reports/nightly").json().getString("dueAt"));

    Answer added = other.post("/jobs/test.registration/reports/nightly/run-now", null);
    assertThat(added.json().getString("status")).isEqualTo("added");
    assertThat(added.json().getString("fireId")).hasSize(36);
    JsonObject afterwards = other.get("/schedules/test.registration/reports/nightly").json();
    assertThat(afterwards.getString("nextPlannedAt"))
        .isEqualTo(schedule.json().getString("nextPlannedAt"));

    assertThat(rest.get("/jobs/test.registration/reports/nightly").json().getBoolean("recurs"))
        .isTrue();

    Answer spared = rest.delete("/jobs/test.registration/reports/nightly?schedules=false");
    assertThat(spared.code()).isEqualTo("SCHED-0657");
    rest.post("/schedules/test.registration/reports/nightly/skip", null);
    String path = "/schedules/test.registration/reports/nightly";
    assertThat(rest.send("DELETE", path, null, "If-Match", "\"other\"").status()).isEqualTo(412);
    Answer cancelled = rest.send("DELETE", path, null, "If-Match", schedule.header("ETag"));
    assertThat(cancelled.status()).as(cancelled.body()).isEqualTo(200);
    assertThat(cancelled.json().getBoolean("endedSchedule")).isTrue();
    Answer ended = other.get("/schedules/test.registration/reports/nightly");
    assertThat(ended.json().getString("state")).isEqualTo("ended");
    assertThat(ended.json().getString("endReason")).isEqualTo("cancelled");
    assertThat(rest.delete(path).code()).isEqualTo("SCHED-0950");
    assertThat(rest.delete("/schedules/test.registration/none").code()).isEqualTo("SCHED-0928");
  }

  @Test
  void a_schedule_shows_the_body_of_the_put_that_registers_it_as_it_is() {
    String job = "/jobs/test.registration/a";
    String schedule = "/schedules/test.registration/a";
    rest.put("/definitions/kept", "{\"queue\": \"test.registration\", \"locale\": \"de\"}");
    assertThat(rest.put(job, EVERYTHING).status()).isEqualTo(201);
    JsonObject told = rest.get(schedule).json();
    assertThat(told.getString("overlapLimit")).isEqualTo("PT7200S");
    JsonObject registration = told.getJsonObject("registration");
    assertThat(registration.keySet())
        .containsExactlyInAnyOrder(
            "definition",
            "recurrence",
            "misfire",
            "overlap",
            "stateful",
            "count",
            "countOf",
            "jitter",
            "tracked",
            "priority",
            "group",
            "contentType",
            "traceparent",
            "tracestate",
            "type",
            "correlationId",
            "replyTo",
            "timeToLive",
            "deliveryMode",
            "properties",
            "body");
    assertThat(registration.getString("recurrence"))
        .isEqualTo(
            "cron:0 0 6 * * ? zone=Europe/Berlin start=2100-01-01T00:00:00Z until=2101-01-01T00:00:00Z except=weekly:SAT");
    assertThat(registration.getString("overlap")).isEqualTo("wait/PT2H");
    assertThat(registration.getString("jitter")).isEqualTo("PT0.5S");
    List<String> row = stack.values(ROWS);

    assertThat(rest.put(job, registration.toString()).json().getString("status"))
        .isEqualTo("replaced");
    assertThat(rest.get(schedule).json().getJsonObject("registration")).isEqualTo(registration);
    assertThat(stack.values(ROWS)).isEqualTo(row);
  }

  @Nightly
  @Test
  void a_change_and_a_cancel_show_the_last_run_that_was_dispatched() {
    String job = "/jobs/test.registration/a";
    String yearly = "{\"recurrence\": \"years:1\", \"start\": \"%s\"}";
    assertThat(rest.put(job, yearly.formatted("2100-01-01T00:00:00Z")).status()).isEqualTo(201);
    Answer unchanged = rest.put(job, yearly.formatted("2100-01-01T00:00:00Z"));
    assertThat(unchanged.json().getString("status")).isEqualTo("replaced");
    assertThat(unchanged.json()).as("none was dispatched").doesNotContainKey("lastPlannedAt");

    assertThat(rest.post(job + "/reschedule", AT_ONCE).status()).isEqualTo(200);
    awaitRun();
    Answer changed = rest.put(job, yearly.formatted("2200-01-01T00:00:00Z"));
    assertThat(changed.json().getString("status")).isEqualTo("replaced");
    assertThat(changed.json().getString("lastPlannedAt")).isEqualTo("2100-01-01T00:00:00Z");

    assertThat(rest.post(job + "/reschedule", AT_ONCE).status()).isEqualTo(200);
    awaitRun();
    Answer cancelled = rest.delete(job);
    assertThat(cancelled.json().getString("status")).isEqualTo("cancelled");
    assertThat(cancelled.json().getString("lastPlannedAt")).isEqualTo("2200-01-01T00:00:00Z");
  }

  private void awaitRun() {
    await().atMost(PATIENCE).until(() -> stack.integer("SELECT runs FROM scheduler.schedule") == 1);
  }

  @Nightly
  @Test
  void a_tracked_schedule_shows_successes_and_failures_and_pages_of_its_executions() {
    String schedule = "/schedules/test.registration/reports/nightly";
    String json =
        "{\"recurrence\": \"years:1\", \"start\": \"2100-01-01T00:00:00Z\", \"tracked\": true}";
    rest.put("/jobs/test.registration/reports/nightly", json);
    for (String end : List.of("FINISHED", "ERROR", "FINISHED")) {
      rest.post("/jobs/test.registration/reports/nightly/reschedule", AT_ONCE);
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  stack.integer(
                          "SELECT count(*) FROM scheduler.execution WHERE state = 'DISPATCHED'")
                      == 1);
      stack.execute(
          "UPDATE scheduler.execution SET state = '%s', ended_at = clock_timestamp() WHERE state = 'DISPATCHED'"
              .formatted(end));
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonObject told = rest.get(schedule).json();
              assertThat(told.getInt("runs")).isEqualTo(3);
              assertThat(told.getInt("successes")).isEqualTo(2);
              assertThat(told.getInt("failures")).isEqualTo(1);
            });
    JsonObject page = rest.get(schedule + "/executions?limit=3").json();
    assertThat(states(page)).containsExactly("SUBMITTED", "FINISHED", "ERROR");
    String next = "/executions?limit=3&cursor=" + page.getString("next");
    JsonObject last = rest.get(schedule + next).json();
    assertThat(states(last)).containsExactly("FINISHED");
    assertThat(last).doesNotContainKey("next");
    String fireId = last.getJsonArray("executions").getJsonObject(0).getString("fireId");
    assertThat(rest.get("/executions/" + fireId + "/transitions").status()).isEqualTo(200);
    assertThat(rest.get(schedule + "/executions?cursor=none").code()).isEqualTo("SCHED-0904");
    assertThat(rest.get("/schedules/test.registration/none/executions").code())
        .isEqualTo("SCHED-0928");
  }

  private static List<String> states(JsonObject page) {
    return page.getJsonArray("executions").stream()
        .map(each -> each.asJsonObject().getString("state"))
        .toList();
  }

  @Nightly
  @Test
  void a_schedule_may_count_its_successful_runs() {
    String json = "{\"recurrence\": \"years:1\", \"count\": 2, \"countOf\": \"successes\"}";
    assertThat(rest.put("/jobs/test.registration/a", json).status()).isEqualTo(201);
    Answer schedule = rest.get("/schedules/test.registration/a");
    assertThat(schedule.json().getInt("successes")).isZero();
    assertThat(schedule.json().getInt("wantedSuccesses")).isEqualTo(2);
    assertThat(schedule.json().getString("overlap")).isEqualTo("wait");
  }

  @Nightly
  @Test
  void pages_of_a_list_show_each_schedule_once() {
    List<String> expected = List.of("a", "b", "c", "d", "e");
    expected.forEach(this::register);
    List<String> found = new ArrayList<>();
    String next = "";
    do {
      Answer page = rest.get("/schedules?queue=test.registration&state=active&limit=2" + next);
      page.json()
          .getJsonArray("schedules")
          .forEach(each -> found.add(each.asJsonObject().getString("jobId")));
      next = page.json().containsKey("next") ? "&cursor=" + page.json().getString("next") : null;
    } while (next != null);
    assertThat(found).isEqualTo(expected);
    assertThat(rest.get("/schedules?state=ended").json().getJsonArray("schedules")).isEmpty();
  }

  @Nightly
  @Test
  void a_preview_shows_due_times_and_why_others_are_omitted() {
    Answer preview =
        preview("cron:0 0 6 ? * MON-FRI zone=Europe/Berlin except=holidays:DE-BE", "&runs=2");
    assertThat(preview.status()).isEqualTo(200);
    assertThat(preview.json().getString("meaning")).contains("Europe/Berlin");
    assertThat(preview.json().getJsonArray("occurrences"))
        .extracting(each -> each.asJsonObject().getString("dueAt", "omitted"))
        .containsExactly("2026-12-24T05:00:00Z", "omitted", "2026-12-28T05:00:00Z");
  }

  @Nightly
  @Test
  void a_schedule_that_cannot_be_read_or_is_not_there_is_refused() {
    Answer unreadable = preview("cron:0 0 6 32 * ?", "");
    assertThat(unreadable.status()).isEqualTo(422);
    assertThat(unreadable.code()).isEqualTo("SCHED-0132");
    assertThat(unreadable.json().getString("detail")).contains("field 4");
    assertThat(preview("every:PT1H", "&runs=0").code()).isEqualTo("SCHED-0904");
    assertThat(rest.get("/schedules?cursor=none").code()).isEqualTo("SCHED-0904");
    assertThat(rest.get("/schedules?state=odd").code()).isEqualTo("SCHED-0904");
    Answer absent = rest.get("/schedules/test.registration/none");
    assertThat(absent.status()).isEqualTo(404);
    assertThat(absent.code()).isEqualTo("SCHED-0928");
  }

  @Test
  void an_operator_pauses_and_resumes_a_schedule() {
    register("reports/nightly");
    String schedule = "/schedules/test.registration/reports/nightly";
    Answer paused = rest.post(schedule + "/pause", "{\"until\": \"2100-01-01T00:00:00Z\"}");
    assertThat(paused.status()).as(paused.body()).isEqualTo(200);
    assertThat(paused.json().getString("state")).isEqualTo("paused");
    assertThat(paused.json().getString("pausedUntil")).isEqualTo("2100-01-01T00:00:00Z");
    assertThat(rest.post(schedule + "/pause", null).json()).doesNotContainKey("pausedUntil");
    assertThat(rest.get("/schedules?state=paused").json().getJsonArray("schedules")).hasSize(1);
    assertThat(rest.post("/jobs/test.registration/reports/nightly/hold", null).code())
        .isEqualTo("SCHED-0944");
    Answer refused = rest.post("/jobs/test.registration/reports/nightly/run-now", null);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("SCHED-0951");

    assertThat(rest.post(schedule + "/resume", null).json().getString("state")).isEqualTo("active");
    assertThat(
            stack.values(
                "SELECT action || ' ' || (after ->> 'state') FROM scheduler.audit WHERE subject LIKE '%reports/nightly' AND action LIKE '%schedule' ORDER BY id"))
        .endsWith("pause schedule paused", "pause schedule paused", "resume schedule active");
  }

  @Test
  void a_skipped_run_is_followed_by_the_next_planned_one_and_a_cancel_of_it_is_refused() {
    String yearly =
        "{\"recurrence\": \"years:1 start=2100-01-01T00:00Z until=2101-06-01T00:00Z\", \"tracked\": true}";
    String job = "/jobs/test.registration/a";
    assertThat(rest.put(job, yearly).status()).isEqualTo(201);
    String run = "/executions/" + rest.get(job).json().getString("fireId");
    Answer refused = rest.delete(run);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("SCHED-0657");

    String skip = "/schedules/test.registration/a/skip";
    String other = "{\"plannedAt\": \"2099-01-01T00:00:00Z\"}";
    assertThat(rest.post(skip, other).status())
        .as("another run than that which waits")
        .isEqualTo(412);
    Answer skipped = rest.post(skip, other.replace("2099", "2100"));
    assertThat(skipped.json().getString("nextPlannedAt")).isEqualTo("2101-01-01T00:00:00Z");
    assertThat(rest.get(job).json().getString("dueAt")).isEqualTo("2101-01-01T00:00:00Z");
    assertThat(rest.get(run).json().getString("dueAt")).isEqualTo("2101-01-01T00:00:00Z");
    assertThat(rest.post(skip, null).code()).isEqualTo("SCHED-0656");
    assertThat(
            stack.value(
                "SELECT concat_ws(' ', before ->> 'nextPlannedAt', after ->> 'nextPlannedAt') FROM scheduler.audit WHERE action = 'skip run of schedule' ORDER BY id DESC LIMIT 1"))
        .contains("2100-01-01", "2101-01-01");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void a_schedule_that_cannot_be_paused_is_refused() {
    register("a");
    String schedule = "/schedules/test.registration/a";
    Answer past = rest.post(schedule + "/pause", "{\"until\": \"2020-01-01T00:00:00Z\"}");
    assertThat(past.status()).isEqualTo(422);
    assertThat(past.code()).isEqualTo("SCHED-0916");
    assertThat(past.json().getString("detail")).contains("in the future");
    assertThat(rest.post(schedule + "/pause", "{\"until\": 7}").code()).isEqualTo("SCHED-0916");
    assertThat(rest.post(schedule + "/stop", null).code()).isEqualTo("SCHED-0913");
    assertThat(rest.post("/schedules/test.registration/none/pause", null).code())
        .isEqualTo("SCHED-0928");
    rest.delete("/jobs/test.registration/a");
    assertThat(rest.post(schedule + "/pause", null).code()).isEqualTo("SCHED-0950");
    assertThat(rest.post(schedule + "/resume", null).code()).isEqualTo("SCHED-0950");
  }

  private Answer preview(String recurrence, String further) {
    return rest.get(
        "/schedules/preview?after=2026-12-23T12:00:00Z&recurrence="
            + URLEncoder.encode(recurrence, UTF_8)
            + further);
  }

  private void register(String jobId) {
    String json = "{\"recurrence\": \"cron:0 0 6 ? * MON-FRI zone=Europe/Berlin\"}";
    assertThat(rest.put("/jobs/test.registration/" + jobId, json).status()).isEqualTo(201);
  }
}
