package org.goodtiming.scheduler.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.Refusals.problem;
import static org.goodtiming.scheduler.web.Refusals.refusal;

import org.goodtiming.scheduler.api.JobKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobActionTest {

  @ParameterizedTest
  @CsvSource({"1/run-now,1,run-now", "a/b/hold,a/b,hold", "a//release,a/,release", "1/,1,''"})
  void the_action_is_the_end_of_the_path(String path, String jobId, String name) {
    JobAction action = JobAction.of("reports", path);

    assertThat(action.key()).isEqualTo(new JobKey("reports", jobId));
    assertThat(action.name()).isEqualTo(name);
  }

  @Test
  void an_unknown_action_is_refused_with_its_path() {
    assertThat(problem(JobAction.of("reports", "1/stop").unknown().response()))
        .isEqualTo(
            "404 SCHED-0913 POST 1/stop: there is no such action; docs/rest.md lists all requests");
    assertThat(refusal(() -> JobAction.of("reports", "nightly")))
        .isEqualTo(
            "404 SCHED-0913 POST nightly: there is no such action; docs/rest.md lists all requests");
  }

  @Test
  void an_action_on_a_blank_job_id_finds_no_job() {
    assertThat(refusal(() -> JobAction.of("reports", " /hold"))).startsWith("404 SCHED-0903");
    assertThat(refusal(() -> JobAction.of("reports", "/hold"))).startsWith("404 SCHED-0903");
    assertThat(refusal(() -> JobAction.of("reports", "a\0/hold"))).startsWith("404 SCHED-0903");
  }
}
