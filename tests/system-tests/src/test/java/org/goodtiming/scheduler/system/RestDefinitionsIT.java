package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Definitions by REST, and what their changes do to schedules. */
class RestDefinitionsIT {

  private static final String OLD =
      """
      {"queue": "test.registration", "priority": 7, "type": "report", "body": {"format": "pdf"},
       "properties": {"x_shop": "Bonn", "x_count": 1}}
      """;

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void prepare() {
    stack.clear();
    rest = new RestClient(stack.node(1));
  }

  @AfterEach
  void clear() {
    stack.clear();
    stack.execute(
        """
        DELETE FROM scheduler.api_user WHERE name IN ('a-viewer', 'a-submitter');
        DELETE FROM scheduler.registration_grant WHERE login = 'a-submitter';
        DELETE FROM scheduler.former_user
        """);
  }

  @Test
  void a_definition_is_kept_without_schedules_and_read_as_it_was_put() {
    assertThat(put(OLD).status()).isEqualTo(201);
    Answer again = put(OLD);
    assertThat(again.status()).isEqualTo(200);
    JsonObject read = new RestClient(stack.node(2)).get("/definitions/report").json();
    assertThat(read).isEqualTo(again.json());
    assertThat(read.getString("queue")).isEqualTo("test.registration");
    assertThat(read.getInt("priority")).isEqualTo(7);
    assertThat(read.getString("type")).isEqualTo("report");
    assertThat(read.getString("contentType")).isEqualTo("application/json");
    assertThat(read.getString("body")).isEqualTo("{\"format\":\"pdf\"}");
    assertThat(read.getJsonObject("properties")).hasToString("{\"x_count\":1,\"x_shop\":\"Bonn\"}");
    assertThat(read.getInt("schedules")).isZero();
    assertThat(rest.get("/definitions").json().getJsonArray("definitions")).hasSize(1);
  }

  @Test
  void a_leader_changes_the_waiting_runs_of_its_schedules() {
    put(OLD);
    schedule("plain", "");
    schedule("own", ", \"body\": \"mine\", \"properties\": {\"x_shop\": \"Ulm\"}");
    assertThat(rest.get("/schedules/test.registration/own").json().getString("definition"))
        .isEqualTo("report");

    Answer changed =
        put(
            """
            {"queue": "test.registration", "body": "new", "properties": {"x_shop": "Kiel", "x_new": true}}
            """);
    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
    assertThat(changed.json().getInt("schedules")).isEqualTo(2);
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(rest.get("/definitions/report").json().getInt("schedulesToChange"))
                    .isZero());
    JsonObject plain = job("plain");
    assertThat(plain.getString("body")).isEqualTo("new");
    assertThat(plain.getInt("priority")).isEqualTo(4);
    assertThat(plain.getJsonObject("properties"))
        .isEqualTo(Json.createObjectBuilder().add("x_shop", "Kiel").add("x_new", true).build());
    JsonObject own = job("own");
    assertThat(own.getString("body")).isEqualTo("mine");
    assertThat(own.getJsonObject("properties"))
        .isEqualTo(Json.createObjectBuilder().add("x_shop", "Ulm").add("x_new", true).build());
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void a_definition_in_use_is_not_deleted() {
    put(OLD);
    schedule("nightly", "");
    Answer refused = rest.delete("/definitions/report");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("SCHED-0958");
    assertThat(refused.json().getString("detail"))
        .startsWith("definition 'report' is named by test.registration/nightly (1 in all):");
    assertThat(put("{\"queue\": \"test.caller\"}").code()).isEqualTo("SCHED-0960");

    rest.delete("/jobs/test.registration/nightly");
    assertThat(rest.delete("/definitions/report").status()).isEqualTo(204);
    assertThat(rest.delete("/definitions/report").code()).isEqualTo("SCHED-0957");
    assertThat(rest.get("/definitions/report").code()).isEqualTo("SCHED-0957");
    assertThat(
            stack.values(
                "SELECT action || ' ' || coalesce(after ->> 'bodyBytes', 'none') FROM scheduler.audit WHERE subject = 'report' ORDER BY id"))
        .endsWith("create definition 16", "delete definition none");
  }

  @Nightly
  @Test
  void a_definition_that_cannot_be_put_or_named_is_refused() {
    Answer due = put("{\"queue\": \"test.registration\", \"delay\": \"PT1S\"}");
    assertThat(due.status()).isEqualTo(422);
    assertThat(due.code()).isEqualTo("SCHED-0149");
    assertThat(put("{\"queue\": \"nobody-s\"}").code()).isEqualTo("SCHED-0102");
    assertThat(put("[]").code()).isEqualTo("SCHED-0901");
    assertThat(rest.put("/definitions/two%20words", OLD).code()).isEqualTo("SCHED-0959");
    String unknown = "{\"recurrence\": \"days:1\", \"definition\": \"nobody-s\"}";
    assertThat(rest.put("/jobs/test.registration/a", unknown).code()).isEqualTo("SCHED-0147");
    put(OLD);
    String other = "{\"recurrence\": \"days:1\", \"definition\": \"report\"}";
    assertThat(rest.put("/jobs/test.caller/a", other).code()).isEqualTo("SCHED-0148");
  }

  /** The worker gets them: the submitter uses the definition, and does not read it. */
  @Test
  void a_submitter_sees_neither_payload_nor_properties_of_a_definition_that_it_uses() {
    put(OLD);
    stack.execute("DELETE FROM scheduler.api_user WHERE name = 'a-submitter'");
    String password =
        rest.post("/users", "{\"name\": \"a-submitter\", \"role\": \"submitter\"}")
            .json()
            .getString("password");
    rest.put("/grants/a-submitter/test.registration", null);
    RestClient submitter = new RestClient(stack.node(1), "a-submitter", password);
    String job =
        "{\"definition\": \"report\", \"dueAt\": \"2100-01-01T00:00:00Z\", \"tracked\": true}";
    String schedule =
        "{\"definition\": \"report\", \"recurrence\": \"years:1 start=2100-01-01T00:00Z\"}";
    assertThat(submitter.put("/jobs/test.registration/once", job).status()).isEqualTo(201);
    assertThat(submitter.put("/jobs/test.registration/yearly", schedule).status()).isEqualTo(201);
    JsonObject once = submitter.get("/jobs/test.registration/once").json();
    String execution = once.getJsonArray("executions").getJsonObject(0).getString("fireId");

    String list =
        "/jobs?queue=test.registration&registeredBy=a-submitter&dueFrom=2099-01-01T00:00:00Z";
    for (String path :
        List.of(
            "/definitions/report",
            "/definitions",
            "/jobs/test.registration/once",
            "/jobs/test.registration/yearly",
            "/schedules/test.registration/yearly",
            "/executions/" + execution,
            list)) {
      Answer answer = submitter.get(path);
      assertThat(answer.status()).as(path).isEqualTo(200);
      assertThat(answer.body()).as(path).doesNotContain("Bonn", "pdf", "x_shop");
    }
    assertThat(submitter.get(list + "&property=x_shop:Bonn").body()).doesNotContain("once");
    assertThat(rest.get(list + "&property=x_shop:Bonn").body()).contains("once", "yearly");
    assertThat(rest.get("/jobs/test.registration/once").body()).contains("Bonn", "pdf");
  }

  @Test
  void viewers_do_not_see_payloads() {
    put(OLD);
    String password =
        rest.post("/users", "{\"name\": \"a-viewer\", \"role\": \"viewer\"}")
            .json()
            .getString("password");
    RestClient viewer = new RestClient(stack.node(1), "a-viewer", password);
    assertThat(viewer.get("/definitions/report").json().keySet())
        .contains("queue", "contentType")
        .doesNotContain("body", "properties", "type");
    assertThat(viewer.put("/definitions/report", OLD).code()).isEqualTo("SCHED-0908");
  }

  private Answer put(String json) {
    return rest.put("/definitions/report", json);
  }

  private void schedule(String jobId, String further) {
    String json =
        "{\"definition\": \"report\", \"recurrence\": \"years:1 start=2100-01-01T00:00Z\"%s}";
    Answer created = rest.put("/jobs/test.registration/" + jobId, json.formatted(further));
    assertThat(created.status()).as(created.body()).isEqualTo(201);
  }

  private JsonObject job(String jobId) {
    return rest.get("/jobs/test.registration/" + jobId).json();
  }
}
