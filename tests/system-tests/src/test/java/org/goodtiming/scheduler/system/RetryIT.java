package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the broker has given up on is tried again as its queue says, and then kept. */
class RetryIT {

  private static final String QUEUE = "test.retries";
  private static final int DELIVERIES = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  void empty() {
    stack.clear();
    stack.allow(QUEUE, Duration.ZERO, DELIVERIES);
  }

  @AfterEach
  void without_retries() {
    stack.clear();
  }

  @Test
  void a_failed_job_comes_again_after_its_delay_until_its_attempts_are_used_up() {
    assertThat(
            new RestClient(stack.node(2))
                .put("/worker-queues/" + QUEUE, "{\"retry\": \"PT1S,PT2S\"}")
                .json()
                .getString("retry"))
        .isEqualTo("PT1S,PT2S");
    register("hopeless", Map.of("x_colour", "red"));

    JobDelivery first = failAttempt();
    JobDelivery second = failAttempt();
    JobDelivery third = failAttempt();

    assertThat(first.attempt()).isEqualTo(1);
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(third.attempt()).isEqualTo(3);
    assertThat(second.fireId()).isEqualTo(first.fireId());
    assertThat(third.fireId()).isEqualTo(first.fireId());
    assertThat(third.dueAt()).isEqualTo(first.dueAt());
    assertThat(third.text()).isEqualTo("the body");
    assertThat(third.property("x_colour")).isEqualTo("red");
    assertThat(third.registeredBy()).isEqualTo(first.registeredBy());
    awaitQuarantined();
    assertThat(
            stack.value("SELECT code || ' ' || queue || ' ' || job_id FROM scheduler.quarantine"))
        .isEqualTo("SCHED-0220 %s hopeless".formatted(QUEUE));
    assertThat(stack.value("SELECT reason FROM scheduler.quarantine"))
        .endsWith("(this was attempt 3 of 3)");
    assertThat(
            stack.value(
                "SELECT registered || ' ' || dispatched || ' ' || difference FROM scheduler.ledger"))
        .isEqualTo("1 1 0");
  }

  @Test
  void a_tracked_run_shows_its_attempts_and_ends_with_the_one_that_succeeds() {
    policy("PT1S");
    try (TrackedJobs jobs = new TrackedJobs(stack, QUEUE)) {
      jobs.register("recovers", "the body");
      failAttempt();
      try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
        assertThat(worker.receive(PATIENCE).attempt()).isEqualTo(2);
      }
      assertThat(jobs.transitions(jobs.latest("recovers").fireId()))
          .containsExactly(
              ExecutionState.SUBMITTED,
              ExecutionState.DISPATCHED,
              ExecutionState.SUBMITTED,
              ExecutionState.DISPATCHED);
    }
    assertThat(
            stack.value(
                "SELECT split_part(message, ':', 1) FROM scheduler.execution_transition WHERE old_state = 'DISPATCHED'"))
        .isEqualTo("SCHED-0648 attempt 1 of 2 failed, the next follows in PT1S");
    assertThat(stack.integer("SELECT count(*) FROM scheduler.quarantine")).isZero();
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_job_that_waits_for_its_retry_can_be_cancelled() {
    policy("PT1H");
    register("no longer", Map.of());
    failAttempt();
    await().atMost(PATIENCE).until(() -> stack.ledger("waiting") == 1);
    assertThat(
            stack.value(
                "SELECT last_error FROM scheduler.job WHERE eligible_at > clock_timestamp() + interval 'PT50M'"))
        .startsWith("SCHED-0648 attempt 1 of 2 failed");
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      assertThat(
              registrant
                  .ask(
                      "",
                      Map.of(
                          "scheduler_queue",
                          QUEUE,
                          "scheduler_jobId",
                          "no longer",
                          "scheduler_op",
                          "cancel"))
                  .status())
          .isEqualTo("cancelled");
    }
    assertThat(stack.ledger("waiting")).isZero();
    assertThat(stack.ledger("difference")).isZero();
  }

  private void policy(String policy) {
    stack.execute(
        "UPDATE scheduler.worker_queue SET retry = '%s' WHERE name = '%s'"
            .formatted(policy, QUEUE));
  }

  private void register(String jobId, Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(more);
    properties.put("scheduler_queue", QUEUE);
    properties.put("scheduler_jobId", jobId);
    properties.put("scheduler_delay", "PT0S");
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.ask("the body", properties);
    }
  }

  /** A worker that rolls back all deliveries of the broker. */
  private JobDelivery failAttempt() {
    JobDelivery job = null;
    try (JMSContext context =
            stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED);
        JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
      for (int delivery = 1; delivery <= DELIVERIES; delivery++) {
        Message message = consumer.receive(PATIENCE.toMillis());
        assertThat(message).as("delivery %d", delivery).isNotNull();
        job = JobDelivery.of(message);
        assertThat(job.deliveryCount()).isEqualTo(delivery);
        context.rollback();
      }
    }
    return job;
  }

  private void awaitQuarantined() {
    await()
        .atMost(PATIENCE)
        .until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 1);
  }
}
