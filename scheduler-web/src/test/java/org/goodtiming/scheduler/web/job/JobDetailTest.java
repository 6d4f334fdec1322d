package org.goodtiming.scheduler.web.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.job.JobFamily;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.job.JobView;
import org.junit.jupiter.api.Test;

class JobDetailTest {

  private static final JobKey KEY = new JobKey("reports", "nightly");
  private static final URI BASE = URI.create("http://node-1:8080/scheduler/api/v1/");
  private static final JobView WAITING = JobJsonTest.job(JobState.WAITING, null);
  private static final ExecutionStatus RUN = ExecutionJsonTest.execution(1, ExecutionState.RUNNING);

  @Test
  void parents_and_children_are_part_of_the_job_and_of_its_tag() {
    JobFamily family =
        new JobFamily(
            List.of(new JobFamily.Parent(new JobKey("a", "1"), "ERROR", "f", "no file")),
            List.of(new JobFamily.ParentBatch("import", true, "FAILED")),
            List.of(new JobKey("b", "2")));
    JobDetail detail = new JobDetail(KEY, WAITING, List.of(), family);
    JsonObject json = detail.json(BASE).build();
    assertThat(json.getJsonArray("parents").toString())
        .isEqualTo(
            "[{\"queue\":\"a\",\"jobId\":\"1\",\"state\":\"ERROR\",\"fireId\":\"f\",\"message\":\"no file\"}]");
    assertThat(json.getJsonArray("parentBatches").toString())
        .isEqualTo("[{\"batch\":\"import\",\"onFailure\":true,\"state\":\"FAILED\"}]");
    assertThat(json.getInt("childCount")).isEqualTo(1);
    assertThat(json.getInt("parentCount")).isEqualTo(1);
    assertThat(json.getJsonArray("children").toString())
        .isEqualTo("[{\"queue\":\"b\",\"jobId\":\"2\"}]");
    assertThat(detail.tag()).isNotEqualTo(new JobDetail(KEY, WAITING, List.of()).tag());
    assertThat(new JobDetail(KEY, WAITING, List.of()).json(BASE).build())
        .doesNotContainKeys("parents", "parentBatches", "children");
  }

  @Test
  void a_waiting_job_is_shown_with_links_to_its_executions() {
    JsonObject json = new JobDetail(KEY, WAITING, List.of(RUN)).json(BASE).build();

    assertThat(json.getBoolean("waiting")).isTrue();
    assertThat(json.getString("state")).isEqualTo("waiting");
    JsonObject execution = json.getJsonArray("executions").getJsonObject(0);
    assertThat(execution.getString("state")).isEqualTo("RUNNING");
    assertThat(execution.getString("href"))
        .isEqualTo("/scheduler/api/v1/executions/00000000-0000-0000-0000-000000000001");
    assertThat(execution).doesNotContainKey("input");
  }

  @Test
  void a_job_that_no_longer_waits_is_shown_by_its_key() {
    JsonObject json = new JobDetail(KEY, null, List.of(RUN)).json(BASE).build();

    assertThat(json.getString("queue")).isEqualTo("reports");
    assertThat(json.getString("jobId")).isEqualTo("nightly");
    assertThat(json.get("waiting")).isEqualTo(JsonValue.FALSE);
    assertThat(json).doesNotContainKeys("state", "dueAt");
  }

  @Test
  void nothing_is_known_of_a_job_that_neither_waits_nor_has_executions() {
    assertThat(new JobDetail(KEY, null, List.of()).isEmpty()).isTrue();
    assertThat(new JobDetail(KEY, WAITING, List.of()).isEmpty()).isFalse();
    assertThat(new JobDetail(KEY, null, List.of(RUN)).isEmpty()).isFalse();
  }

  @Test
  void the_tag_changes_with_the_job_and_with_its_executions() {
    String untracked = tag(WAITING, List.of());
    String tracked = tag(WAITING, List.of(RUN));

    assertThat(untracked).isEqualTo(WAITING.tag());
    assertThat(tracked).startsWith(WAITING.tag() + "-");
    assertThat(tag(WAITING, List.of(ExecutionJsonTest.execution(2, ExecutionState.RUNNING))))
        .isNotEqualTo(tracked);
    assertThat(tag(null, List.of(RUN))).startsWith("-");
  }

  @Test
  void a_change_depends_on_the_waiting_job_and_not_on_its_executions() {
    assertThat(condition(tag(WAITING, List.of(RUN)))).containsExactly(WAITING.tag());
    assertThat(condition(tag(WAITING, List.of()))).containsExactly(WAITING.tag());
    assertThat(condition(tag(null, List.of(RUN))))
        .as("matches no job that waits")
        .containsExactly("");
  }

  @Test
  void a_condition_may_be_absent_or_any_job_or_unreadable() {
    assertThat(JobDetail.condition(null)).isEqualTo(Condition.NONE);
    assertThat(JobDetail.condition("*").tags()).isEmpty();
    assertThat(refusal(() -> JobDetail.condition("seen"))).startsWith("400 SCHED-0927");
  }

  private static String tag(JobView waiting, List<ExecutionStatus> executions) {
    return new JobDetail(KEY, waiting, executions).tag().getValue();
  }

  private static Set<String> condition(String tag) {
    return JobDetail.condition('"' + tag + '"').tags();
  }
}
