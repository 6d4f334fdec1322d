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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests with an Idempotency-Key are done once. */
class IdempotencyIT {

  private static final String HEADER = "Idempotency-Key";
  private static final String WITHOUT_ID =
      "{\"queue\": \"test.registration\", \"dueAt\": \"2100-01-01T00:00:00Z\"}";

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;
  private RestClient other;

  @BeforeEach
  void empty() {
    stack.clear();
    rest = new RestClient(stack.node(1));
    other = new RestClient(stack.node(2));
  }

  @Test
  void a_job_that_is_registered_again_is_stored_once_and_answered_the_same_on_each_node() {
    Answer first = rest.post("/jobs", WITHOUT_ID, HEADER, "k1");
    Answer again = rest.post("/jobs", WITHOUT_ID, HEADER, "k1");
    Answer elsewhere = other.post("/jobs", WITHOUT_ID, HEADER, "k1");

    assertThat(first.status()).as(first.body()).isEqualTo(202);
    for (Answer answer : List.of(again, elsewhere)) {
      assertThat(answer.status()).as(answer.body()).isEqualTo(202);
      assertThat(answer.body()).isEqualTo(first.body());
      assertThat(answer.header("Content-Type")).isEqualTo(first.header("Content-Type"));
    }
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(rest.get(elsewhere.header("Location")).json().getString("jobId"))
        .isEqualTo(first.json().getString("jobId"));
    assertThat(waiting()).isEqualTo(1);

    assertThat(rest.post("/jobs", WITHOUT_ID, HEADER, "k2").status()).isEqualTo(202);
    assertThat(rest.post("/jobs", WITHOUT_ID).status()).isEqualTo(202);
    assertThat(waiting()).isEqualTo(3);
  }

  @Test
  void a_repeated_request_is_refused_when_the_grant_is_revoked() {
    Answer first = rest.post("/jobs", WITHOUT_ID, HEADER, "k1");
    assertThat(first.status()).as(first.body()).isEqualTo(202);
    stack.execute("DELETE FROM scheduler.registration_grant WHERE login = 'admin'");
    try {
      Answer again = other.post("/jobs", WITHOUT_ID, HEADER, "k1");

      assertThat(again.status()).as(again.body()).isEqualTo(403);
      assertThat(again.header("Location")).isEmpty();
    } finally {
      stack.execute(
          "INSERT INTO scheduler.registration_grant (login, queue) VALUES ('admin', '*')");
    }
    assertThat(other.post("/jobs", WITHOUT_ID, HEADER, "k1").body()).isEqualTo(first.body());
  }

  @Test
  void a_batch_operation_is_begun_once() {
    String json = "{\"operation\": \"cancel\", \"queue\": \"test.registration\"}";

    Answer first = rest.post("/batch-operations", json, HEADER, "k1");
    Answer again = other.post("/batch-operations", json, HEADER, "k1");

    assertThat(first.status()).as(first.body()).isEqualTo(202);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(rest.get("/batch-operations").json().getJsonArray("batchOperations")).hasSize(1);
  }

  @Test
  void a_key_that_stands_for_another_request_is_refused() {
    rest.post("/jobs", WITHOUT_ID, HEADER, "k1");

    Answer otherBody = other.post("/jobs", WITHOUT_ID.replace("2100", "2101"), HEADER, "k1");
    Answer otherPath =
        rest.post(
            "/batch-operations",
            "{\"operation\": \"cancel\", \"queue\": \"test.registration\"}",
            HEADER,
            "k1");

    for (Answer answer : List.of(otherBody, otherPath)) {
      assertThat(answer.status()).as(answer.body()).isEqualTo(422);
      assertThat(answer.code()).isEqualTo("SCHED-0934");
    }
    assertThat(waiting()).isEqualTo(1);
  }

  @Test
  void a_refused_request_may_be_sent_again_with_the_same_key() {
    String json = WITHOUT_ID.replace("test.registration", "test.idempotency");
    assertThat(rest.post("/jobs", json, HEADER, "k1").code()).isEqualTo("SCHED-0102");
    stack.execute("INSERT INTO scheduler.worker_queue (name) VALUES ('test.idempotency')");
    try {
      assertThat(rest.post("/jobs", json, HEADER, "k1").status()).isEqualTo(202);
    } finally {
      stack.execute("DELETE FROM scheduler.worker_queue WHERE name = 'test.idempotency'");
    }
  }

  /** Both wait for a transaction of the test that has the key; then one of them has it. */
  @Test
  void of_requests_that_race_on_two_nodes_one_is_done() throws SQLException {
    List<CompletableFuture<Answer>> racing;
    try (Connection connection = stack.connection()) {
      connection.setAutoCommit(false);
      connection
          .createStatement()
          .execute(
              "INSERT INTO scheduler.idempotency_key (login, key, request) VALUES ('admin', 'k1', '')");
      racing =
          Stream.of(rest, other)
              .map(
                  client ->
                      CompletableFuture.supplyAsync(
                          () -> client.post("/jobs", WITHOUT_ID, HEADER, "k1")))
              .toList();
      await().atMost(Duration.ofMinutes(1)).until(() -> waitingForKey() == 2);
      connection.rollback();
    }
    List<Answer> answers = racing.stream().map(CompletableFuture::join).toList();

    assertThat(answers).allSatisfy(each -> assertThat(each.status()).isEqualTo(202));
    assertThat(answers.get(0).body()).isEqualTo(answers.get(1).body());
    assertThat(waiting()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words"})
  void a_key_that_cannot_be_one_is_refused(String key) {
    Answer answer = rest.post("/jobs", WITHOUT_ID, HEADER, key);

    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("SCHED-0933");
    assertThat(waiting()).isZero();
  }

  private long waiting() {
    return stack.integer("SELECT count(*) FROM scheduler.job");
  }

  private long waitingForKey() {
    return stack.integer(
        """
        SELECT count(*) FROM pg_stat_activity
         WHERE usename = 'scheduler_xa' AND wait_event_type = 'Lock' AND query LIKE '%scheduler.idempotency_key%'
        """);
  }
}
