package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Why a job has not run, and where it is found. */
class RestExplanationIT {

  private static final String JOB = "/jobs/test.registration/a/b";

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void empty() {
    stack.clear();
    rest = new RestClient(stack.node(1));
  }

  @Test
  void the_cure_of_a_held_job_is_a_request_that_can_be_sent() {
    rest.post("/jobs", RestJobsIT.job("a/b"));
    rest.post(JOB + "/hold", null);

    JsonObject cause = cause(rest.get(JOB + "/explanation"));
    assertThat(cause.getString("code")).isEqualTo("held");
    JsonObject cure = cause.getJsonObject("cure");
    Answer cured = rest.send(cure.getString("method"), "/" + cure.getString("path"), null);

    assertThat(cured.status()).as(cured.body()).isEqualTo(200);
    assertThat(cause(rest.get(JOB + "/explanation")).getString("code")).isEqualTo("not-due");
  }

  @Test
  void unknown_jobs_and_runs_are_not_explained() {
    assertThat(rest.get(JOB + "/explanation").code()).isEqualTo("SCHED-0903");
    assertThat(rest.get("/schedules/test.registration/1/explanation").code())
        .isEqualTo("SCHED-0928");
    assertThat(rest.get("/executions/00000000-0000-0000-0000-000000000000/explanation").code())
        .isEqualTo("SCHED-0920");
  }

  @Test
  void a_search_leads_to_the_job() {
    rest.post("/jobs", RestJobsIT.job("a/b"));

    JsonObject found = rest.get("/search?q=a%2F").json().getJsonArray("found").getJsonObject(0);

    assertThat(found.getString("kind")).isEqualTo("job");
    assertThat(found.getString("matched")).isEqualTo("prefix");
    assertThat(rest.get(found.getString("href")).json().getString("jobId")).isEqualTo("a/b");
    assertThat(rest.get("/search?q=").code()).isEqualTo("SCHED-0904");
  }

  private static JsonObject cause(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().getJsonArray("causes").getJsonObject(0);
  }
}
