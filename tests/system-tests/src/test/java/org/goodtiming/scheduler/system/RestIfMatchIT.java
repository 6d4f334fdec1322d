package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several people edit the same thing; RestJobsIT does the same for jobs. */
class RestIfMatchIT {

  private static final String QUEUE = "/worker-queues/test.edited";
  private static final String SCHEDULE = "/schedules/test.registration/nightly";

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void create_resources() {
    remove();
    rest = new RestClient(stack.node(1));
    assertThat(
            Stream.of(
                rest.put(QUEUE, "{}"),
                rest.post(QUEUE + "/pause", null),
                rest.put("/calendars/company", "{\"excludes\": \"weekly:SUN\"}"),
                rest.put("/definitions/report", "{\"queue\": \"test.registration\"}"),
                rest.put("/jobs/test.registration/nightly", "{\"recurrence\": \"years:1\"}"),
                rest.post(SCHEDULE + "/pause", null),
                rest.post("/users", "{\"name\": \"a-user\", \"role\": \"viewer\"}")))
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.body()).isBetween(200, 201));
    stack.execute(
        """
        INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, message_type, properties)
        VALUES ('registration', 'SCHED-0112', 'a test', 'node-1', 'test.registration', 'text', '{}')
        """);
  }

  @AfterEach
  void remove() {
    stack.clear();
    stack.execute(
        """
        DELETE FROM scheduler.worker_queue WHERE name = 'test.edited';
        DELETE FROM scheduler.api_user WHERE name LIKE 'a-%'
        """);
  }

  @Nightly
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PUT    | /worker-queues/test.edited           |                 | {"tracked": true}
          POST   | /worker-queues/test.edited           | /resume         |
          DELETE | /worker-queues/test.edited           |                 |
          PATCH  | /quarantine/ID                       |                 | {"body": "mended"}
          POST   | /quarantine/ID                       | /resubmit       |
          DELETE | /quarantine/ID                       |                 |
          PUT    | /calendars/company                   |                 | {"excludes": "weekly:SAT"}
          DELETE | /calendars/company                   |                 |
          PUT    | /definitions/report                  |                 | {"queue": "test.registration", "body": "new"}
          DELETE | /definitions/report                  |                 |
          POST   | /schedules/test.registration/nightly | /pause          | {"until": "2100-01-01T00:00:00Z"}
          POST   | /schedules/test.registration/nightly | /resume         |
          PUT    | /users/a-user                        |                 | {"role": "operator"}
          POST   | /users/a-user                        | /reset-password |
          DELETE | /users/a-user                        |                 |
          """)
  @AnyServer
  void a_change_with_if_match_changes_what_its_editor_has_seen_and_nothing_else(
      String method, String of, String action, String json) {
    String path = of.replace("ID", stack.value("SELECT max(id) FROM scheduler.quarantine"));
    String change = action == null ? path : path + action;
    Answer seen = rest.get(path);

    Answer refused = rest.send(method, change, json, "If-Match", "\"another\"");
    assertThat(refused.status()).as(refused.body()).isEqualTo(412);
    assertThat(refused.code()).isEqualTo("SCHED-0926");
    assertThat(rest.get(path).body()).isEqualTo(seen.body());
    assertThat(rest.send(method, change, json, "If-Match", "seen").code()).isEqualTo("SCHED-0927");

    Answer changed = rest.send(method, change, json, "If-Match", seen.header("ETag"));
    assertThat(changed.status()).as(changed.body()).isBetween(200, 204);
    if (changed.status() == 200) {
      assertThat(changed.header("ETag")).isEqualTo(rest.get(path).header("ETag"));
    }
    // Somebody who deleted it first is told 404 by some, which is as good
    assertThat(rest.send(method, change, json, "If-Match", seen.header("ETag")).status())
        .isIn(404, 412);
  }

  @Nightly
  @Test
  void a_missing_resource_matches_no_tag() {
    for (String path : List.of("/calendars/none", "/definitions/none", QUEUE + ".none")) {
      String json =
          path.startsWith("/calendars")
              ? "{\"excludes\": \"weekly:SUN\"}"
              : path.startsWith("/definitions") ? "{\"queue\": \"test.registration\"}" : "{}";
      assertThat(rest.put(path, json, "If-Match", "*").status()).isEqualTo(412);
      assertThat(rest.get(path).status()).isEqualTo(404);
    }
  }

  @Nightly
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /worker-queues/test.edited | {}
          /calendars/company         | {"excludes": "weekly:SAT"}
          /definitions/report        | {"queue": "test.registration"}
          """)
  void what_is_to_be_created_does_not_replace_what_exists(String path, String json) {
    assertThat(rest.put(path, json, "If-None-Match", "*").code()).isEqualTo("SCHED-0926");
    assertThat(rest.delete(path).status()).isEqualTo(204);
    assertThat(rest.put(path, json, "If-None-Match", "*").status()).isEqualTo(201);
  }

  @Test
  void counts_and_runs_do_not_change_the_tag_of_settings() {
    String queue = rest.get(QUEUE).header("ETag");
    String schedule = rest.get(SCHEDULE).header("ETag");
    rest.post("/jobs", "{\"queue\": \"test.edited\", \"delay\": \"P1D\"}");
    stack.execute(
        """
        UPDATE scheduler.worker_queue SET failures = 1, last_error = 'a test' WHERE name = 'test.edited';
        UPDATE scheduler.schedule SET runs = runs + 1, last_dispatched_at = clock_timestamp()
        """);

    assertThat(rest.get(QUEUE).json().getInt("waiting")).isEqualTo(1);
    assertThat(rest.get(QUEUE).header("ETag")).isEqualTo(queue);
    assertThat(rest.get(SCHEDULE).json().getInt("runs")).isEqualTo(1);
    assertThat(rest.get(SCHEDULE).header("ETag")).isEqualTo(schedule);
    assertThat(new RestClient(stack.node(2)).get(QUEUE).header("ETag")).isEqualTo(queue);
  }

  /** Both wait for a lock of the test, so that neither has finished before the other begins. */
  @Nightly
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /calendars/company         | calendar     | {"excludes": "weekly:MON"}                  | {"excludes": "weekly:TUE"}
          /worker-queues/test.edited | worker_queue | {"tracked": true}                           | {"partition": "default", "tracked": true}
          /users/a-user              | api_user     | {"role": "operator"}                        | {"role": "submitter"}
          """)
  void of_two_editors_who_have_seen_the_same_exactly_one_wins(
      String path, String table, String one, String other) throws SQLException {
    String seen = rest.get(path).header("ETag");
    RestClient onOtherNode = new RestClient(stack.node(2));
    List<CompletableFuture<Answer>> racing;
    try (Connection connection = stack.connection()) {
      connection.setAutoCommit(false);
      connection.createStatement().execute("SELECT FROM scheduler.%s FOR UPDATE".formatted(table));
      racing = List.of(edit(rest, path, one, seen), edit(onOtherNode, path, other, seen));
      await().atMost(Duration.ofMinutes(1)).until(() -> waiting(table) == 2);
      connection.rollback();
    }
    assertThat(racing.stream().map(CompletableFuture::join).map(Answer::status))
        .containsExactlyInAnyOrder(200, 412);
  }

  private static CompletableFuture<Answer> edit(
      RestClient editor, String path, String json, String seen) {
    return CompletableFuture.supplyAsync(() -> editor.put(path, json, "If-Match", seen));
  }

  private long waiting(String table) {
    return stack.integer(
        """
        SELECT count(*) FROM pg_stat_activity
         WHERE usename = 'scheduler_xa' AND wait_event_type = 'Lock' AND query LIKE '%%scheduler.%s%%'
        """
            .formatted(table));
  }
}
