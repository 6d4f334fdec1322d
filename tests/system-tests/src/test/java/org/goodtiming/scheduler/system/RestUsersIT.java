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
import org.junit.jupiter.params.provider.ValueSource;

/** Users of the REST API, managed by administrators. */
class RestUsersIT {

  private final SystemStack stack = SystemStack.shared();
  private RestClient admin;

  @BeforeEach
  void empty() {
    admin = new RestClient(stack.node(1));
    assertThat(admin.get("/users").status()).isEqualTo(200);
    no_users();
  }

  @AfterEach
  void no_users() {
    stack.execute(
        "DELETE FROM scheduler.api_user WHERE name LIKE 'a-%'; DELETE FROM scheduler.former_user");
  }

  @Test
  void a_new_user_logs_in_on_each_node_with_the_password_that_is_shown_once() {
    Answer created = admin.post("/users", "{\"name\": \"a-new\", \"role\": \"operator\"}");

    assertThat(created.status()).as(created.body()).isEqualTo(201);
    assertThat(created.header("Location")).isEqualTo("/scheduler/api/v1/users/a-new");
    String password = created.json().getString("password");
    assertThat(password).hasSize(24);
    for (int node : new int[] {1, 2}) {
      RestClient user = new RestClient(stack.node(node), "a-new", password);
      assertThat(user.get("/jobs").status()).isEqualTo(200);
      assertThat(user.get("/users").code()).isEqualTo("SCHED-0908");
    }
    assertThat(admin.get("/users/a-new").json()).doesNotContainKeys("password", "passwordHash");
    assertThat(admin.get("/users").body()).contains("a-new").doesNotContain("PBKDF2");
    assertThat(audited()).isEqualTo("create user a-new -> operator false");
    assertThat(admin.post("/users", "{\"name\": \"a-new\", \"role\": \"viewer\"}").code())
        .isEqualTo("SCHED-0939");
  }

  @Test
  void a_changed_role_holds_at_once() {
    RestClient user = create("a-user", "viewer");
    assertThat(user.post("/jobs/q/1/run-now", null).code()).isEqualTo("SCHED-0908");

    Answer set = admin.put("/users/a-user", "{\"role\": \"operator\"}");

    assertThat(set.json().getString("role")).isEqualTo("operator");
    assertThat(user.post("/jobs/q/1/run-now", null).code()).isEqualTo("SCHED-0903");
    assertThat(audited()).isEqualTo("set user a-user viewer false -> operator false");
  }

  @Nightly
  @Test
  void a_locked_user_cannot_log_in_until_it_is_unlocked() {
    RestClient user = create("a-user", "viewer");

    assertThat(admin.put("/users/a-user", "{\"locked\": true}").json().getBoolean("locked"))
        .isTrue();
    assertThat(user.get("/jobs").code()).isEqualTo("SCHED-0907");
    assertThat(admin.put("/users/a-user", "{\"role\": \"viewer\"}").json().getBoolean("locked"))
        .isTrue();

    admin.put("/users/a-user", "{\"locked\": false}");
    assertThat(user.get("/jobs").status()).isEqualTo(200);
  }

  @Nightly
  @Test
  void a_password_that_is_reset_replaces_the_one_before() {
    RestClient before = create("a-user", "viewer");

    Answer reset = admin.post("/users/a-user/reset-password", null);

    assertThat(audited()).isEqualTo("reset password a-user viewer false -> viewer false");
    RestClient after = new RestClient(stack.node(1), "a-user", reset.json().getString("password"));
    assertThat(after.get("/jobs").status()).isEqualTo(200);
    assertThat(before.get("/jobs").code()).isEqualTo("SCHED-0907");
  }

  @Nightly
  @Test
  void a_deleted_user_is_gone() {
    RestClient user = create("a-user", "viewer");

    assertThat(admin.delete("/users/a-user").status()).isEqualTo(204);

    assertThat(user.get("/jobs").code()).isEqualTo("SCHED-0907");
    assertThat(admin.get("/users/a-user").code()).isEqualTo("SCHED-0937");
    assertThat(audited()).isEqualTo("delete user a-user viewer false ->");
    assertThat(admin.post("/users", "{\"name\": \"a-user\", \"role\": \"viewer\"}").code())
        .isEqualTo("SCHED-0199");
  }

  /** The nodes have not noticed that the first one is gone, and still know its row. */
  @Nightly
  @Test
  void a_user_who_takes_the_name_of_another_one_logs_in_at_once() {
    create("a-user", "viewer");
    no_users();

    create("a-user", "operator");
  }

  @Nightly
  @ParameterizedTest
  @ValueSource(strings = {"{\"role\": \"operator\"}", "{\"locked\": true}"})
  void the_last_administrator_stays_one(String settings) {
    create("a-locked", "admin");
    admin.put("/users/a-locked", "{\"locked\": true}");

    Answer set = admin.put("/users/admin", settings);

    assertThat(set.status()).as(set.body()).isEqualTo(409);
    assertThat(set.code()).isEqualTo("SCHED-0938");
    assertThat(admin.delete("/users/admin").code()).isEqualTo("SCHED-0938");
    assertThat(admin.get("/users/admin").json().getString("role")).isEqualTo("admin");
  }

  /** Each would leave the other one as the last; both wait for a lock of the test first. */
  @Nightly
  @Test
  void of_two_administrators_who_remove_each_other_one_stays() throws SQLException {
    RestClient one = create("a-one", "admin");
    RestClient two = create("a-two", "admin");
    assertThat(two.put("/users/admin", "{\"role\": \"operator\"}").status()).isEqualTo(200);
    try {
      List<CompletableFuture<Answer>> racing;
      try (Connection connection = stack.connection()) {
        connection.setAutoCommit(false);
        connection
            .createStatement()
            .execute(
                "SELECT FROM scheduler.api_user WHERE name LIKE 'a-%' ORDER BY name FOR UPDATE");
        racing = Stream.of(delete(one, "a-two"), delete(two, "a-one")).toList();
        await().atMost(Duration.ofMinutes(1)).until(() -> waiting() == 2);
        connection.rollback();
      }
      assertThat(racing.stream().map(CompletableFuture::join).map(Answer::status))
          .containsExactlyInAnyOrder(204, 409);
      assertThat(
              stack.integer(
                  "SELECT count(*) FROM scheduler.api_user WHERE role = 'admin' AND locked_at IS NULL"))
          .isEqualTo(1);
    } finally {
      stack.execute("UPDATE scheduler.api_user SET role = 'admin' WHERE name = 'admin'");
    }
  }

  @Nightly
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST | /users        | {"name": "a b", "role": "viewer"}              | 422 | SCHED-0940
          POST | /users        | {"name": "a-x", "role": "god"}                 | 422 | SCHED-0916
          POST | /users        | {"name": "a-x"}                                | 422 | SCHED-0916
          POST | /users        | {"role": "viewer"}                             | 422 | SCHED-0916
          POST | /users        | {"name": "a-x", "role": "viewer", "locked": 1} | 422 | SCHED-0916
          POST | /users        | []                                             | 400 | SCHED-0901
          PUT  | /users/admin  | {"locked": "no"}                               | 422 | SCHED-0916
          PUT  | /users/admin  | {"password": "x"}                              | 422 | SCHED-0916
          PUT  | /users/nobody | {"role": "viewer"}                             | 404 | SCHED-0937
          GET  | /users/a%20b  |                                                | 404 | SCHED-0937
          POST | /users/nobody/reset-password |                                 | 404 | SCHED-0937
          DELETE | /users/nobody |                                              | 404 | SCHED-0937
          """)
  void an_impossible_request_about_users_is_a_problem(
      String method, String path, String json, int status, String code) {
    Answer answer = admin.send(method, path, json);

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
  }

  @Nightly
  @ParameterizedTest
  @CsvSource({"GET,/users", "GET,/users/admin", "DELETE,/users/nobody"})
  void only_administrators_see_and_change_users(String method, String path) {
    assertThat(create("a-operator", "operator").send(method, path, null).code())
        .isEqualTo("SCHED-0908");
  }

  private RestClient create(String name, String role) {
    Answer created =
        admin.post("/users", "{\"name\": \"%s\", \"role\": \"%s\"}".formatted(name, role));
    assertThat(created.status()).as(created.body()).isEqualTo(201);
    RestClient user = new RestClient(stack.node(1), name, created.json().getString("password"));
    assertThat(user.get("/jobs").status()).isEqualTo(200);
    return user;
  }

  private static CompletableFuture<Answer> delete(RestClient who, String whom) {
    return CompletableFuture.supplyAsync(() -> who.delete("/users/" + whom));
  }

  private long waiting() {
    return stack.integer(
        """
        SELECT count(*) FROM pg_stat_activity
         WHERE usename = 'scheduler_xa' AND wait_event_type = 'Lock' AND query LIKE '%scheduler.api_user%'
        """);
  }

  private String audited() {
    return stack.value(
        """
        SELECT concat_ws(' ', action, subject, before ->> 'role', before ->> 'locked', '->', after ->> 'role', after ->> 'locked')
          FROM scheduler.audit ORDER BY id DESC LIMIT 1
        """);
  }
}
