package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import jakarta.json.JsonObject;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The list of runs, ended runs that run again, and the audit, by the REST API. */
class RestRunsIT {

  private static final String QUEUE = "test.registration";
  private static final String CANCELLED = "/executions?outcome=cancelled&queue=" + QUEUE;

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void empty() {
    stack.clear();
    rest = new RestClient(stack.node(1));
  }

  @Test
  void a_cancelled_run_is_listed_and_runs_again_with_its_input() throws JMSException {
    cancelled("a-1");
    JsonObject page = rest.get(CANCELLED + "&count=true").json();
    assertThat(page.getInt("count")).isEqualTo(1);
    JsonObject run = page.getJsonArray("executions").getJsonObject(0);
    String path = "/executions/" + run.getString("fireId");
    assertThat(run.getString("href")).isEqualTo("/scheduler/api/v1" + path);

    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      Answer again = rest.post(path + "/run-again", null);
      assertThat(again.status()).as(again.body()).isEqualTo(202);
      assertThat(again.json().getString("runAgainOf")).isEqualTo(run.getString("fireId"));
      String fireId = again.json().getString("fireId");
      assertThat(worker.receiveMessage().getStringProperty("scheduler_fireId")).isEqualTo(fireId);
      JsonObject status = rest.get(again.header("Location")).json();
      assertThat(status.getString("runAgainOf")).isEqualTo(run.getString("fireId"));
      assertThat(status.getJsonObject("input").getString("body")).isEqualTo("work");
      assertThat(rest.post("/executions/" + fireId + "/run-again", null).code())
          .isEqualTo("SCHED-0980");
    }
    assertThat(stack.ledger("difference")).isZero();
    JsonObject change =
        rest.get("/audit?action=run%20again&limit=1").json().getJsonArray("audit").getJsonObject(0);
    assertThat(change.getString("subject")).isEqualTo(QUEUE + "/a-1 " + run.getString("fireId"));
    assertThat(change.getJsonObject("after")).containsKey("fireId");
  }

  @Test
  void a_run_of_a_job_that_waits_again_does_not_run_again() {
    cancelled("a-1");
    String path = "/executions/" + fireId();
    register("a-1");

    assertThat(rest.post(path + "/run-again", null).code()).isEqualTo("SCHED-0150");

    stack.execute("DELETE FROM scheduler.execution_input");
    assertThat(rest.post(path + "/run-again", null).code()).isEqualTo("SCHED-0981");
    assertThat(rest.post("/executions/x/run-again", null).code()).isEqualTo("SCHED-0920");
  }

  @Test
  void a_batch_operation_runs_all_again_that_match() {
    cancelled("a-1");
    cancelled("a-2");
    cancelled("b-1");
    rest.post("/worker-queues/%s/pause".formatted(QUEUE), null);
    String json = "{\"operation\": \"run-again\", \"prefix\": \"a-\", \"runState\": \"CANCELLED\"}";

    Answer dry = rest.post("/batch-operations", json.replace("}", ", \"dryRun\": true}"));
    assertThat(dry.json().getInt("counted")).as(dry.body()).isEqualTo(2);
    Answer begun = rest.post("/batch-operations", json);
    assertThat(begun.status()).as(begun.body()).isEqualTo(202);

    assertThat(BatchJobs.ended(rest, begun.header("Location")).getInt("done")).isEqualTo(2);
    assertThat(stack.values("SELECT job_id FROM scheduler.job ORDER BY job_id"))
        .containsExactly("a-1", "a-2");
    assertThat(rest.get("/executions?outcome=open").json().getJsonArray("executions")).hasSize(2);
    rest.delete("/jobs/" + QUEUE + "/a-1");
    rest.delete("/jobs/" + QUEUE + "/a-2");
    rest.post("/worker-queues/%s/resume".formatted(QUEUE), null);
  }

  private void cancelled(String jobId) {
    register(jobId);
    rest.delete("/jobs/" + QUEUE + "/" + jobId);
  }

  private void register(String jobId) {
    rest.post(
        "/jobs",
        "{\"queue\": \"%s\", \"jobId\": \"%s\", \"dueAt\": \"2100-01-01T00:00:00Z\", \"tracked\": true, \"body\": \"work\"}"
            .formatted(QUEUE, jobId));
  }

  private String fireId() {
    return rest.get(CANCELLED)
        .json()
        .getJsonArray("executions")
        .getJsonObject(0)
        .getString("fireId");
  }
}
