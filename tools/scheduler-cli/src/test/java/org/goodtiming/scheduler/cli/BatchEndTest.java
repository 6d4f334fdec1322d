package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The answers to polls of a batch operation, and their consequences. */
class BatchEndTest {

  private final Deque<JsonObject> answers = new ArrayDeque<>();
  private Instant now = Instant.EPOCH;
  private int failures;

  /** The status of the node while there are failures. */
  private ExitStatus status = ExitStatus.UNAVAILABLE;

  private final BatchEnd end = new BatchEnd("7", this::poll, new Patience(() -> now, this::pause));

  @Test
  void the_operation_is_read_until_it_has_ended() {
    answers.addAll(List.of(operation("running", 1, 0), operation("finished", 2, 0)));
    assertThat(sentence()).isEqualTo("Batch operation 7 is finished: 2 done, 0 refused");
  }

  @Test
  void what_was_dispatched_meanwhile_is_told() {
    answers.add(Json.createObjectBuilder(operation("finished", 2, 0)).add("gone", 1).build());
    assertThat(sentence())
        .endsWith("2 done, 0 refused, 1 dispatched, changed or cancelled meanwhile");
  }

  @Test
  void a_node_that_is_away_for_less_than_a_minute_is_asked_again() {
    failures = 59;
    answers.add(operation("finished", 2, 0));
    assertThat(sentence()).startsWith("Batch operation 7 is finished");
  }

  @Test
  void a_node_that_stays_away_ends_the_wait_and_the_failure_names_the_operation() {
    failures = 1_000;
    assertThatThrownBy(this::sentence)
        .isInstanceOfSatisfying(
            Failure.class, failure -> assertThat(failure.status).isEqualTo(ExitStatus.UNAVAILABLE))
        .hasMessage(
            "Batch operation 7 goes on, but its state cannot be read: no answer. Ask again:"
                + " goodtiming batch show 7");
    assertThat(now).isEqualTo(Instant.EPOCH.plusSeconds(60));
  }

  @Test
  void a_refusal_ends_the_wait_at_once() {
    failures = 1;
    status = ExitStatus.FORBIDDEN;
    assertThatThrownBy(this::sentence)
        .isInstanceOfSatisfying(
            Failure.class, failure -> assertThat(failure.status).isEqualTo(ExitStatus.FORBIDDEN))
        .hasMessageContaining("Batch operation 7 goes on");
    assertThat(now).isEqualTo(Instant.EPOCH);
  }

  @Test
  void an_operation_that_somebody_has_stopped_is_a_failure() {
    answers.add(operation("stopped", 1, 0));
    assertThatThrownBy(this::sentence)
        .isInstanceOf(Failure.class)
        .hasMessage("Batch operation 7 is stopped: 1 done, 0 refused");
  }

  @Test
  void an_operation_that_was_refused_for_some_is_a_failure_with_the_last_reason() {
    JsonObject refused =
        Json.createObjectBuilder(operation("finished", 1, 1))
            .add("lastRefusal", "too late")
            .build();
    answers.add(refused);
    assertThatThrownBy(this::sentence)
        .isInstanceOfSatisfying(
            Failure.class, failure -> assertThat(failure.status).isEqualTo(ExitStatus.FAILED))
        .hasMessage("Batch operation 7 is finished: 1 done, 1 refused; the last refusal: too late");
  }

  private String sentence() {
    return end.sentence(end.await("2", new Progress(new PrintWriter(new StringWriter()), false)));
  }

  private JsonObject poll() {
    if (failures-- > 0) {
      throw new Failure(status, "no answer");
    }
    return answers.remove();
  }

  private boolean pause() {
    now = now.plusSeconds(1);
    return true;
  }

  private static JsonObject operation(String state, int done, int refused) {
    return Json.createObjectBuilder()
        .add("id", 7)
        .add("state", state)
        .add("done", done)
        .add("refused", refused)
        .build();
  }
}
