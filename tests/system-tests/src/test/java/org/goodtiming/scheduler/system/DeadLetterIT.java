package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.goodtiming.scheduler.api.JobDelivery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the broker has given up on is in the database, and comes back when asked to. */
class DeadLetterIT {

  private static final String QUEUE = "always-fails";

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  @BeforeEach
  void empty() {
    stack.clear();
  }

  /** With the queue's jobs, before it goes on: they would die in the next test. */
  @AfterEach
  void go_on() {
    stack.clear();
  }

  @Test
  void a_job_whose_worker_always_fails_is_kept_with_its_origin() {
    register("hopeless", "the body", Map.of("x_colour", "red"));
    awaitQuarantined(1);
    assertThat(
            stack.value(
                "SELECT concat_ws(' ', stage, code, queue, job_id, message_type, convert_from(body, 'UTF8'), properties::json ->> 'x_colour') FROM scheduler.quarantine"))
        .isEqualTo("execution SCHED-0220 always-fails hopeless text the body red");
    assertThat(broker.messagesOn("scheduler.dead")).isZero();
    assertThat(
            stack.value(
                "SELECT dispatched || ' ' || quarantined || ' ' || difference FROM scheduler.ledger"))
        .isEqualTo("1 0 0");
  }

  @Nightly
  @Test
  void messages_that_expired_in_the_broker_are_kept_too() {
    try (JMSContext context = stack.connectionFactory().createContext()) {
      context
          .createProducer()
          .setTimeToLive(1)
          .setProperty("scheduler_jobId", "late")
          .send(context.createQueue("test.registration"), "x");
    }
    awaitQuarantined(1);
    assertThat(
            stack.value("SELECT code || ' ' || queue || ' ' || job_id FROM scheduler.quarantine"))
        .isEqualTo("SCHED-0221 test.registration late");
  }

  @Test
  void a_dead_letter_that_is_resubmitted_is_executed_as_it_was() {
    register("again", "Grüße \u2603", Map.of("x_double", 1.0E10, "x_long", 7L, "x_flag", true));
    awaitQuarantined(1);
    moveToATestQueue();
    resubmit("again");
    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      JobDelivery job = worker.receive();
      assertThat(job.jobId()).isEqualTo("again");
      assertThat(job.text()).isEqualTo("Grüße \u2603");
      assertThat(job.attempt()).isEqualTo(1);
      assertThat(job.properties())
          .containsEntry("x_double", 1.0E10)
          .containsEntry("x_long", 7L)
          .containsEntry("x_flag", true);
    }
    assertThat(
            stack.value(
                "SELECT registered || ' ' || dispatched || ' ' || difference FROM scheduler.ledger"))
        .isEqualTo("2 2 0");
  }

  @Nightly
  @Test
  void bytes_are_resubmitted_byte_by_byte() {
    byte[] bytes = {0, 1, (byte) 0xff, (byte) 0xfe, 10};
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.askBytes(bytes, job("bytes", Map.of()));
    }
    awaitQuarantined(1);
    moveToATestQueue();
    resubmit("bytes");
    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      assertThat(worker.receive().bytes()).isEqualTo(bytes);
    }
  }

  @Nightly
  @Test
  void a_message_that_never_was_a_job_stays_until_it_is_mended() {
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.send("x", Map.of("scheduler_jobId", "refused"));
    }
    awaitQuarantined(1);
    resubmit("refused");
    awaitRefused("SCHED-0110");
    stack.execute(
        "UPDATE scheduler.quarantine SET properties = (properties::jsonb || '{\"scheduler_delay\": \"PT0S\"}')::text");
    resubmit("refused");
    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      JobDelivery job = worker.receive();
      assertThat(job.jobId()).isEqualTo("refused");
      assertThat(job.registeredBy()).isEqualTo(stack.broker().user());
    }
    assertThat(quarantined()).isZero();
  }

  @Test
  void there_must_be_a_row_to_resubmit() {
    assertThatThrownBy(() -> stack.value("SELECT scheduler.resubmit(-1)"))
        .rootCause()
        .hasMessageContaining("SCHED-0631 there is no quarantine row -1");
  }

  @Nightly
  @Test
  void a_job_that_waits_under_the_same_key_is_not_replaced_by_a_dead_letter() {
    register("twin", "first", Map.of());
    awaitQuarantined(1);
    stack.pause(QUEUE, true);
    register("twin", "second", Map.of());
    await().until(() -> stack.ledger("waiting") == 1);
    resubmit("twin");
    awaitRefused("SCHED-0634");
    assertThat(stack.value("SELECT code FROM scheduler.quarantine")).isEqualTo("SCHED-0220");
    assertThat(stack.value("SELECT convert_from(body, 'UTF8') FROM scheduler.job"))
        .isEqualTo("second");
  }

  private void register(String jobId, String text, Map<String, Object> more) {
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.ask(text, job(jobId, more));
    }
  }

  private static Map<String, Object> job(String jobId, Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(more);
    properties.put("scheduler_queue", QUEUE);
    properties.put("scheduler_jobId", jobId);
    properties.put("scheduler_delay", "PT0S");
    return properties;
  }

  private void awaitQuarantined(int count) {
    await().atMost(Duration.ofSeconds(60)).until(() -> quarantined() == count);
  }

  private void awaitRefused(String code) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                stack
                    .value("SELECT resubmit_refusal FROM scheduler.quarantine")
                    .startsWith(code + " "));
  }

  private long quarantined() {
    return stack.integer("SELECT count(*) FROM scheduler.quarantine");
  }

  /** Else its worker would fail again. */
  private void moveToATestQueue() {
    stack.execute("UPDATE scheduler.quarantine SET queue = 'test.registration'");
  }

  private void resubmit(String jobId) {
    stack.value(
        "SELECT scheduler.resubmit(id) FROM scheduler.quarantine WHERE job_id = '%s'"
            .formatted(jobId));
  }
}
