package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tracked runs whose worker sends no report, of a queue that says that this is no failure. */
class AcknowledgedRunIT {

  private static final String QUEUE = "test.acknowledged";
  private static final String OTHER = "test.acknowledged.other";
  private static final int DELIVERIES = 2;
  private static final int MANY = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
  private final TrackedJobs jobs = new TrackedJobs(stack, QUEUE);
  private final TrackedJobs others = new TrackedJobs(stack, OTHER);

  @BeforeEach
  void finish_when_acknowledged() {
    stack.clear();
    for (String queue : List.of(QUEUE, OTHER)) {
      stack.allow(queue, Duration.ZERO, DELIVERIES);
      broker.purge(queue);
      assertThat(
              new RestClient(stack.node(2))
                  .put("/worker-queues/" + queue, "{\"finishedWhenAcknowledged\": true}")
                  .json()
                  .getBoolean("finishedWhenAcknowledged"))
          .isTrue();
    }
  }

  @AfterEach
  void close() {
    jobs.close();
    others.close();
    broker.invoke("broker", "removeAddressSettings", QUEUE);
    broker.invoke("broker", "removeAddressSettings", OTHER);
    stack.clear();
  }

  @Test
  void a_run_is_finished_when_its_worker_has_committed_and_not_before() {
    jobs.register("silent", "the body");
    try (JMSContext context = transacted();
        JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
      receive(consumer);
      awaitLooks();
      assertThat(jobs.latest("silent").state()).isEqualTo(ExecutionState.DISPATCHED);
      context.rollback();

      assertThat(receive(consumer).deliveryCount()).isEqualTo(2);
      awaitLooks();
      assertThat(jobs.latest("silent").state()).isEqualTo(ExecutionState.DISPATCHED);
      context.commit();
    }
    ExecutionStatus run = jobs.await("silent", ExecutionState.FINISHED);
    assertThat(run.message()).isEqualTo("the broker has acknowledged its message");
    assertThat(jobs.transitions(run.fireId()))
        .containsExactly(
            ExecutionState.SUBMITTED, ExecutionState.DISPATCHED, ExecutionState.FINISHED);
  }

  @Nightly
  @Test
  void a_run_whose_message_waits_for_its_redelivery_is_not_finished() {
    stack.allow(QUEUE, Duration.ofMinutes(5), DELIVERIES);
    jobs.register("later", "the body");
    try (JMSContext context = transacted();
        JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
      receive(consumer);
      context.rollback();
    }
    awaitLooks();
    assertThat(jobs.latest("later").state()).isEqualTo(ExecutionState.DISPATCHED);
  }

  @Test
  void no_run_is_finished_while_dead_letters_of_its_queue_go_elsewhere() {
    broker.invoke(
        "broker", "addAddressSettings", QUEUE, "{\"deadLetterAddress\": \"%s\"}".formatted(OTHER));
    jobs.register("unproven", "the body");
    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      worker.receive();
    }
    awaitLooks();
    assertThat(jobs.latest("unproven").state()).isEqualTo(ExecutionState.DISPATCHED);
    stack.allow(QUEUE, Duration.ZERO, DELIVERIES);
    jobs.await("unproven", ExecutionState.FINISHED);
  }

  @Test
  void dead_letters_are_exhausted_and_never_finished() {
    for (int job = 0; job < MANY; job++) {
      jobs.register("hopeless " + job, "the body");
    }
    try (JMSContext context = transacted();
        JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
      for (int delivery = 0; delivery < MANY * DELIVERIES; delivery++) {
        receive(consumer);
        context.rollback();
      }
    }
    await().atMost(PATIENCE).until(() -> runs("ended_at IS NULL") == 0);
    assertThat(runs("state = 'EXHAUSTED'")).isEqualTo(MANY);
    assertThat(transitionsTo("FINISHED")).isZero();
  }

  @Nightly
  @Test
  void a_dead_letter_is_tried_again_and_finished_by_the_attempt_that_succeeds() {
    jobs.register("recovers", "the body", Map.of("scheduler_retry", "PT1S"));
    try (JMSContext context = transacted();
        JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
      for (int delivery = 0; delivery < DELIVERIES; delivery++) {
        receive(consumer);
        context.rollback();
      }
      assertThat(receive(consumer).attempt()).isEqualTo(2);
      context.commit();
    }
    ExecutionStatus run = jobs.await("recovers", ExecutionState.FINISHED);
    assertThat(jobs.transitions(run.fireId()))
        .containsExactly(
            ExecutionState.SUBMITTED,
            ExecutionState.DISPATCHED,
            ExecutionState.SUBMITTED,
            ExecutionState.DISPATCHED,
            ExecutionState.FINISHED);
  }

  /** The leader asks about all queues in turn: three rounds have begun since, so two are over. */
  private void awaitLooks() {
    try (Worker worker = new Worker(stack.connectionFactory(), OTHER)) {
      for (String probe : List.of("first", "second", "third")) {
        others.register(probe, "the body");
        worker.receive();
        others.await(probe, ExecutionState.FINISHED);
      }
    }
  }

  private JMSContext transacted() {
    return stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED);
  }

  private static JobDelivery receive(JMSConsumer consumer) {
    Message message = consumer.receive(PATIENCE.toMillis());
    assertThat(message).as("a delivery within %s", PATIENCE).isNotNull();
    return JobDelivery.of(message);
  }

  private long runs(String condition) {
    return stack.integer("SELECT count(*) FROM scheduler.execution WHERE " + condition);
  }

  private long transitionsTo(String state) {
    return stack.integer(
        "SELECT count(*) FROM scheduler.execution_transition WHERE new_state = '%s'"
            .formatted(state));
  }
}
