package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Worker MDBs that are deployed apart from the scheduler. */
class SamplesIT {

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  void empty() {
    stack.clear();
    stack.execute("TRUNCATE shop.reminder");
  }

  @Test
  void an_order_that_was_not_shipped_is_told_to_a_person() {
    stack.execute(
        "INSERT INTO shop.orders (id, run, due_at) VALUES ('late order', 'samples', now())");
    register("order-check", "late order");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(
                        stack.values("SELECT reason FROM shop.alert WHERE order_id = 'late order'"))
                    .containsExactly("not shipped"));
    assertThat(stack.values("SELECT order_id FROM shop.order_check WHERE order_id = 'late order'"))
        .hasSize(1);
  }

  @Test
  void many_small_jobs_are_each_done_once() {
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.sendAll(
          500,
          i ->
              Map.of(
                  "scheduler_queue", "cart-reminder",
                  "scheduler_jobId", "cart " + i,
                  "scheduler_delay", "PT0S"));
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> stack.integer("SELECT count(*) FROM shop.reminder") >= 500);
    assertThat(stack.value("SELECT count(*) || ' ' || count(DISTINCT cart_id) FROM shop.reminder"))
        .isEqualTo("500 500");
  }

  @Test
  void a_worker_that_always_fails_is_tried_again_with_backoff_and_then_its_job_is_kept() {
    register("always-fails", "hopeless");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(stack.values("SELECT stage || ' ' || job_id FROM scheduler.quarantine"))
                    .containsExactly("execution hopeless"));
  }

  private void register(String queue, String jobId) {
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.send(
          "",
          Map.of("scheduler_queue", queue, "scheduler_jobId", jobId, "scheduler_delay", "PT0S"));
    }
  }
}
