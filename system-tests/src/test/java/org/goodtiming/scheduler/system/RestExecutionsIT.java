package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The status monitor of tracked jobs, by the REST API. */
class RestExecutionsIT {

  private static final String JOB =
      "{\"queue\": \"test.registration\", \"jobId\": \"1\", \"dueAt\": \"2100-01-01T00:00:00Z\", \"tracked\": true}";

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void empty() {
    stack.startAllNodes();
    stack.clear();
    rest = new RestClient(stack.node(1));
  }

  @Test
  void an_execution_is_told_with_a_tag_until_it_has_ended_on_every_node() {
    String path = execution();

    Answer status = new RestClient(stack.node(2)).get(path);

    assertThat(status.status()).as(status.body()).isEqualTo(200);
    assertThat(status.json().getString("state")).isEqualTo("SUBMITTED");
    assertThat(status.header("Retry-After")).isEqualTo("5");
    Answer again = rest.get(path, "If-None-Match", status.header("ETag"));
    assertThat(again.status()).isEqualTo(304);
    assertThat(rest.get(path + "/result").code()).isEqualTo("SCHED-0921");
    assertThat(rest.get(path + "/transitions").body()).contains("\"to\":\"SUBMITTED\"");
  }

  @Test
  void a_cancelled_job_ends_its_execution() {
    String path = execution();

    rest.delete("/jobs/test.registration/1");

    Answer status = rest.get(path);
    assertThat(status.json().getString("state")).isEqualTo("CANCELLED");
    assertThat(status.header("Retry-After")).isEmpty();
    assertThat(rest.get(path + "/result").status()).isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "00000000-0000-0000-0000-000000000000", "%27%20OR%201%3D1"})
  void an_execution_that_is_not_there_is_a_problem(String id) {
    Answer answer = rest.get("/executions/" + id);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.code()).isEqualTo("SCHED-0920");
  }

  private String execution() {
    rest.post("/jobs", JOB);
    return "/executions/" + rest.get("/jobs/test.registration/1").json().getString("fireId");
  }
}
