package org.goodtiming.scheduler.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.ExecutionTransition;
import org.goodtiming.scheduler.operations.execution.ExecutionOrder;
import org.goodtiming.scheduler.web.http.Cursor;
import org.goodtiming.scheduler.web.http.Refusals;
import org.junit.jupiter.api.Test;

class ExecutionJsonTest {

  private static final Instant DUE = Instant.parse("2100-01-01T00:00:00Z");

  @Test
  void an_execution_is_shown_without_what_is_unknown() {
    assertThat(ExecutionJson.of(execution(1, ExecutionState.SUBMITTED)).build().toString())
        .isEqualTo(
            "{\"fireId\":\"00000000-0000-0000-0000-000000000001\",\"queue\":\"reports\",\"jobId\":\"nightly\","
                + "\"state\":\"SUBMITTED\",\"attempt\":1,\"node\":\"node-1\",\"dueAt\":\"2100-01-01T00:00:00Z\","
                + "\"submittedAt\":\"1970-01-01T00:00:01Z\"}");
  }

  @Test
  void an_execution_shows_the_reports_of_its_worker() {
    ExecutionStatus status =
        new ExecutionStatus(
            new UUID(0, 1),
            new JobKey("reports", "nightly"),
            ExecutionState.ERROR,
            "no such order",
            0,
            2,
            "node-1",
            "worker-7",
            "jane",
            DUE,
            DUE,
            DUE,
            DUE,
            DUE,
            Duration.ofSeconds(5),
            DUE,
            DUE,
            new UUID(0, 2),
            new UUID(0, 3),
            DUE,
            "import-4711");

    assertThat(ExecutionJson.of(status).build().keySet())
        .containsExactly(
            "fireId",
            "queue",
            "jobId",
            "state",
            "message",
            "progress",
            "attempt",
            "node",
            "worker",
            "registeredBy",
            "dueAt",
            "submittedAt",
            "dispatchedAt",
            "startedAt",
            "endedAt",
            "earlierWork",
            "duration",
            "cancelRequestedAt",
            "runAgainOf",
            "runAgainAs",
            "backfillOf",
            "batch");
    assertThat(ExecutionJson.of(status).build().getInt("progress")).isZero();
    assertThat(ExecutionJson.of(status).build().getString("duration")).isEqualTo("PT5S");
  }

  @Test
  void a_page_has_the_cursor_of_its_last_execution_if_another_page_follows() {
    List<ExecutionStatus> found =
        List.of(
            execution(3, ExecutionState.SUBMITTED),
            execution(2, ExecutionState.FINISHED),
            execution(1, ExecutionState.ERROR));

    String page = ExecutionJson.page(found, 2);
    assertThat(Refusals.object(page).getJsonArray("executions")).hasSize(2);
    assertThat(Cursor.readExecution(Refusals.object(page).getString("next")))
        .isEqualTo(found.get(1).position());

    assertThat(Refusals.object(ExecutionJson.page(found, 3)).getJsonArray("executions")).hasSize(3);
    assertThat(ExecutionJson.page(found, 3)).doesNotContain("next");
    assertThat(ExecutionJson.page(List.of(), 3)).isEqualTo("{\"executions\":[]}");
  }

  @Test
  void a_page_of_all_executions_links_each_and_shows_the_count_if_it_is_wanted() {
    List<ExecutionStatus> found = List.of(execution(1, ExecutionState.ERROR));
    URI base = URI.create("http://localhost/scheduler/api/v1/");

    JsonObject page =
        Refusals.object(ExecutionJson.page(found, ExecutionOrder.NEWEST, 1, 1_001, base));
    assertThat(page.getJsonArray("executions").getJsonObject(0).getString("href"))
        .isEqualTo("/scheduler/api/v1/executions/" + new UUID(0, 1));
    assertThat(page.getInt("count")).isEqualTo(1_000);
    assertThat(page.getBoolean("more")).isTrue();
    assertThat(ExecutionJson.page(found, ExecutionOrder.NEWEST, 1, -1, base))
        .doesNotContain("count", "more", "next");
  }

  @Test
  void the_tag_changes_with_each_change() {
    String tag = ExecutionJson.tag(execution(1, ExecutionState.SUBMITTED));

    assertThat(tag).isEqualTo("lfls" + "SUBMITTED");
    assertThat(ExecutionJson.tag(execution(1, ExecutionState.CANCELLED))).isNotEqualTo(tag);
    assertThat(ExecutionJson.tag(execution(2, ExecutionState.SUBMITTED))).isNotEqualTo(tag);
  }

  @Test
  void transitions_are_shown_in_their_order() {
    assertThat(
            ExecutionJson.of(
                List.of(
                    new ExecutionTransition(
                        null, ExecutionState.SUBMITTED, 1, "node-1", Instant.EPOCH, null),
                    new ExecutionTransition(
                        ExecutionState.SUBMITTED,
                        ExecutionState.CANCELLED,
                        1,
                        "node-2",
                        Instant.EPOCH,
                        "why"))))
        .isEqualTo(
            "{\"transitions\":[{\"to\":\"SUBMITTED\",\"attempt\":1,\"node\":\"node-1\",\"at\":\"1970-01-01T00:00:00Z\"},"
                + "{\"from\":\"SUBMITTED\",\"to\":\"CANCELLED\",\"attempt\":1,\"node\":\"node-2\",\"at\":\"1970-01-01T00:00:00Z\",\"message\":\"why\"}]}");
  }

  /** An execution that was changed and submitted the given number of seconds after the epoch. */
  static ExecutionStatus execution(int number, ExecutionState state) {
    Instant changedAt = Instant.EPOCH.plusSeconds(number);
    return new ExecutionStatus(
        new UUID(0, number),
        new JobKey("reports", "nightly"),
        state,
        null,
        null,
        1,
        "node-1",
        null,
        null,
        DUE,
        changedAt,
        null,
        null,
        null,
        Duration.ZERO,
        null,
        changedAt,
        null,
        null,
        null,
        null);
  }
}
