package org.goodtiming.scheduler.web.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.operations.job.JobFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The methods that need neither a request nor a database. */
class ExecutionsResourceTest {

  private static final String FIRE_ID = "00000000-0000-0000-0000-000000000001";
  private static final ExecutionStatus STATUS =
      ExecutionJsonTest.execution(1, ExecutionState.RUNNING);

  @ParameterizedTest
  @EnumSource(names = {"SUBMITTED", "DISPATCHED", "RUNNING"})
  void a_client_asks_again_until_a_run_has_ended(ExecutionState state) {
    Response answer = monitor(state);

    assertThat(answer.getStatus()).isEqualTo(200);
    assertThat(answer.getHeaderString("Retry-After")).isEqualTo("5");
    assertThat(answer.getLocation()).isNull();
    assertThat(answer.getEntityTag().getValue()).endsWith(state.name());
    assertThat(answer.getMediaType()).hasToString("application/json");
  }

  @Test
  void a_finished_run_leads_to_its_result() {
    Response answer = monitor(ExecutionState.FINISHED);

    assertThat(answer.getStatus()).isEqualTo(303);
    assertThat(answer.getLocation()).hasToString("executions/" + FIRE_ID + "/result");
    assertThat(answer.getHeaderString("Retry-After")).isNull();
    assertThat(answer.getEntity()).isEqualTo("{}");
  }

  @ParameterizedTest
  @EnumSource(names = {"ERROR", "CANCELLED", "EXPIRED", "EXHAUSTED"})
  void a_run_that_has_ended_otherwise_has_no_result_to_go_to(ExecutionState state) {
    Response answer = monitor(state);

    assertThat(answer.getStatus()).isEqualTo(200);
    assertThat(answer.getLocation()).isNull();
    assertThat(answer.getHeaderString("Retry-After")).isNull();
  }

  @Test
  void a_missing_result_is_explained() {
    assertThat(ExecutionsResource.withoutResult(new ResultLookup.None(), STATUS).getStatus())
        .isEqualTo(204);
    assertThat(refusal(() -> ExecutionsResource.withoutResult(new ResultLookup.NotYet(), STATUS)))
        .isEqualTo(
            "404 SCHED-0921 execution '"
                + FIRE_ID
                + "' has no result yet, its state is RUNNING: ask again later");
    assertThat(refusal(() -> ExecutionsResource.withoutResult(new ResultLookup.Expired(), STATUS)))
        .isEqualTo(
            "410 SCHED-0922 the result of execution '" + FIRE_ID + "' has expired or was deleted");
  }

  @ParameterizedTest
  @CsvSource({
    "TEXT,text/plain;charset=UTF-8",
    "JSON,application/json",
    "BYTES,application/octet-stream"
  })
  void a_result_has_the_media_type_of_its_kind(ResultLookup.Kind kind, String mediaType) {
    assertThat(ExecutionsResource.mediaType(kind)).isEqualTo(mediaType);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "' OR 1=1", "..", "a\r\nX-Injected: 1"})
  void an_id_that_is_no_uuid_is_that_of_no_execution(String fireId) {
    assertThat(ExecutionsResource.uuid(FIRE_ID)).isEqualTo(new UUID(0, 1));
    assertThat(refusal(() -> ExecutionsResource.uuid(fireId)))
        .isEqualTo(
            "404 SCHED-0920 there is no execution '"
                + fireId
                + "': the job is not tracked, or the history of its queue is pruned");
  }

  @Test
  void a_client_that_does_not_follow_gets_the_status_of_a_finished_run() {
    Response answer =
        ExecutionsResource.monitor(
            ExecutionJsonTest.execution(1, ExecutionState.FINISHED), JobFamily.NONE, "{}", false);
    assertThat(answer.getStatus()).isEqualTo(200);
    assertThat(answer.getLocation()).isNull();
  }

  @Test
  void a_change_of_parents_or_children_changes_the_tag() {
    JobFamily family = new JobFamily(List.of(), List.of(), List.of(new JobKey("b", "c")));
    assertThat(monitor(ExecutionState.RUNNING, family).getEntityTag())
        .isNotEqualTo(monitor(ExecutionState.RUNNING).getEntityTag());
  }

  private static Response monitor(ExecutionState state) {
    return monitor(state, JobFamily.NONE);
  }

  private static Response monitor(ExecutionState state, JobFamily family) {
    return ExecutionsResource.monitor(ExecutionJsonTest.execution(1, state), family, "{}", true);
  }
}
