package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.time.Duration;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What waits at the broker, and what will become due. */
class RestForecastIT {

  private static final String QUEUE = "test.registration";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void empty() {
    stack.clear();
    rest = new RestClient(stack.node(1));
  }

  @AfterEach
  void clear() {
    stack.clear();
  }

  @Test
  void a_forecast_has_the_jobs_and_the_runs_of_schedules() {
    put("once", "{\"dueAt\": \"2100-01-01T10:15:00Z\"}");
    put("a", "{\"recurrence\": \"cron:0 0 11 ? * *\", \"start\": \"2100-01-01T00:00:00Z\"}");
    put("b", "{\"recurrence\": \"cron:0 0 11 ? * *\", \"start\": \"2100-01-01T00:00:00Z\"}");

    Answer answer =
        rest.get(
            "/forecast?from=2100-01-01T10:00:00Z&to=2100-01-01T12:00:00Z&step=PT1H&zone=Europe/Berlin&queue="
                + QUEUE);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    JsonObject forecast = answer.json();
    assertThat(forecast.getJsonArray("intervals"))
        .hasToString(
            "[{\"at\":\"2100-01-01T10:00:00Z\",\"jobs\":1,\"runs\":0},{\"at\":\"2100-01-01T11:00:00Z\",\"jobs\":0,\"runs\":2}]");
    assertThat(forecast.getJsonArray("collisions"))
        .hasToString("[{\"at\":\"2100-01-01T11:00:00Z\",\"runs\":2}]");
    assertThat(forecast.getJsonArray("runs")).hasSize(2);
    assertThat(forecast.getJsonArray("clockChanges"))
        .hasToString(
            "[{\"at\":\"2100-03-28T01:00:00Z\",\"zone\":\"Europe/Berlin\",\"before\":\"+01:00\",\"after\":\"+02:00\"}]");
    assertThat(forecast.getInt("leftOut")).isZero();

    Answer refused = rest.get("/forecast?step=PT1S");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().getString("code")).isEqualTo("SCHED-0904");
  }

  @Nightly
  @Test
  void a_job_that_no_worker_takes_is_in_the_backlog_of_its_queue() {
    put("waiting", "{\"dueAt\": \"2020-01-01T00:00:00Z\"}");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonObject queue = rest.get("/worker-queues/" + QUEUE).json();
              assertThat(queue).containsKey("backlog");
              JsonObject backlog = queue.getJsonObject("backlog");
              assertThat(backlog.getInt("messages")).isEqualTo(1);
              assertThat(backlog.getInt("consumers")).isZero();
              assertThat(backlog.getInt("deadLetters")).isZero();
              assertThat(backlog).containsKeys("oldestAt", "seenAt");
            });
  }

  private void put(String id, String body) {
    Answer answer = rest.put("/jobs/%s/%s".formatted(QUEUE, id), body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
  }
}
