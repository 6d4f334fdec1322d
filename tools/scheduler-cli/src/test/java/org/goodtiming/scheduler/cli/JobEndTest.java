package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The answers to polls of a job, and their consequences. */
class JobEndTest {

  private static final String WAITING =
      "{\"waiting\": true, \"fireId\": \"f1\", \"executions\": []}";
  private static final String OTHER = "{\"waiting\": true, \"fireId\": \"f2\", \"executions\": []}";

  /** Json, or the name of an exit status; the last one is answered again and again. */
  private final Deque<String> answers = new ArrayDeque<>();

  private Instant now = Instant.EPOCH;
  private final JobEnd end = new JobEnd(this::poll, new Patience(() -> now, this::pause));

  @Test
  void a_tracked_run_is_read_until_it_has_ended_also_by_a_retry() {
    answers.addAll(
        List.of(
            waitingFor("SUBMITTED"),
            ran("RUNNING"),
            "UNAVAILABLE",
            waitingFor("SUBMITTED"),
            ran("FINISHED")));
    assertThat(end.await(null)).get().isEqualTo(run("FINISHED"));
  }

  @Test
  void a_run_that_has_ended_is_the_answer_at_once() {
    answers.add(ran("ERROR"));
    assertThat(end.await(null)).get().isEqualTo(run("ERROR"));
    assertThat(now).isEqualTo(Instant.EPOCH);
  }

  @Test
  void a_job_that_is_not_tracked_is_waited_for_until_it_is_gone_or_another_waits() {
    answers.addAll(List.of(WAITING, WAITING, "NOT_FOUND"));
    assertThat(end.await(null)).isEmpty();
    answers.clear();
    answers.addAll(List.of(WAITING, OTHER));
    assertThat(end.await(null)).isEmpty();
  }

  @Test
  void a_job_that_is_not_there_is_a_failure() {
    answers.add("NOT_FOUND");
    assertFails(null, ExitStatus.NOT_FOUND);
  }

  @Test
  void the_wait_has_a_limit() {
    answers.add(WAITING);
    assertFails(Duration.ofSeconds(30), ExitStatus.UNAVAILABLE);
    assertThat(now).isEqualTo(Instant.EPOCH.plusSeconds(30));
  }

  @Test
  void a_node_that_stays_away_ends_the_wait() {
    answers.addAll(List.of(WAITING, "UNAVAILABLE"));
    assertFails(null, ExitStatus.UNAVAILABLE);
    assertThat(now).isEqualTo(Instant.EPOCH.plusSeconds(61));
  }

  private void assertFails(Duration limit, ExitStatus status) {
    assertThatThrownBy(() -> end.await(limit))
        .isInstanceOfSatisfying(
            Failure.class, failure -> assertThat(failure.status).isEqualTo(status));
  }

  private JsonObject poll() {
    String answer = answers.size() == 1 ? answers.element() : answers.remove();
    if (!answer.startsWith("{")) {
      throw new Failure(ExitStatus.valueOf(answer), "no answer");
    }
    return json(answer);
  }

  private boolean pause() {
    now = now.plusSeconds(1);
    return true;
  }

  private static String waitingFor(String state) {
    return "{\"waiting\": true, \"fireId\": \"f1\", \"executions\": [%s]}".formatted(run(state));
  }

  private static String ran(String state) {
    return "{\"waiting\": false, \"executions\": [%s]}".formatted(run(state));
  }

  private static JsonObject run(String state) {
    return json("{\"fireId\": \"f1\", \"state\": \"%s\"}".formatted(state));
  }

  private static JsonObject json(String text) {
    try (JsonReader reader = Json.createReader(new StringReader(text))) {
      return reader.readObject();
    }
  }
}
