package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the nodes have counted can be read at any of them. */
class RestStatisticsIT {

  private static final String QUEUE = "test.registration";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void empty() {
    stack.clear();
    rest = new RestClient(stack.node(2));
  }

  @AfterEach
  void no_jobs() {
    stack.clear();
  }

  @Nightly
  @Test
  void registered_and_dispatched_jobs_are_in_the_statistics_of_their_queue() {
    Instant from = stack.now().minus(Duration.ofMinutes(1));
    JsonObject before = total(from);
    try (Registrant registrant = new Registrant(stack.connectionFactory());
        Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      registrant.sendAll(
          5, i -> Map.of("scheduler_jobId", "counted " + i, "scheduler_delay", "PT0S"));
      worker.receive(5, stack::now);
    }

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonObject total = total(from);
              assertThat(total.getInt("registered")).isEqualTo(before.getInt("registered") + 5);
              assertThat(total.getInt("dispatched")).isEqualTo(before.getInt("dispatched") + 5);
              assertThat(total.getJsonObject("lateness").getJsonNumber("p50").doubleValue())
                  .isBetween(0.0, 10.0);
            });
  }

  @Test
  void the_last_hour_has_a_point_for_each_minute() {
    Answer answer = rest.get("/statistics");

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.json().getString("step")).isEqualTo("PT1M");
    assertThat(answer.json().getJsonArray("points")).hasSizeBetween(60, 62);
  }

  /** In one interval, which begins a minute before the test. */
  private JsonObject total(Instant from) {
    Answer answer =
        rest.get("/statistics?queue=%s&from=%s&step=PT1H".formatted(QUEUE, from.toString()));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().getJsonArray("points").getJsonObject(0);
  }
}
