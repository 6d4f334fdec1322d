package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.qpid.protonj2.client.exceptions.ClientConnectionRemotelyClosedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that the broker takes from any client and cannot deliver to ours. */
class PoisonIT {

  private static final String FAR = "2100-01-01T00:00:00Z";

  private static final String OVERSIZE = "scheduler.oversize";

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void an_amqp_timestamp_or_uuid_ends_in_quarantine_and_registration_goes_on() {
    int listening = broker.consumersOn("scheduler.jobs");
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker())) {
      assertThat(amqp.send("the body", job("timed", Map.of("x_when", new Date())))).isTrue();
      assertThat(amqp.send("x", job("identified", Map.of("x_id", UUID.randomUUID())))).isTrue();
      assertThat(amqp.send("x", job("good", Map.of("x_number", 7)))).isTrue();
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> waiting() == 1 && quarantined() == 2);
    assertThat(
            stack.values(
                "SELECT stage || ' ' || code || ' ' || queue || ' ' || convert_from(body, 'UTF8') FROM scheduler.quarantine WHERE job_id = 'timed'"))
        .containsExactly("registration SCHED-0172 test.registration the body");
    assertThat(broker.consumersOn("scheduler.jobs")).isEqualTo(listening);
    await().until(() -> broker.messagesOn("scheduler.jobs.amqp") == 0);
  }

  @Nightly
  @Test
  void an_undeliverable_message_stays_in_its_queue_while_another_node_decides()
      throws SQLException {
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker())) {
      try (Connection otherNode = stack.connection()) {
        otherNode.setAutoCommit(false);
        otherNode.createStatement().execute("SELECT name FROM scheduler.node_lock FOR UPDATE");
        amqp.send("x", job("timed", Map.of("x_when", new Date())));
        // Each good one is stored by a tick that has seen the undeliverable one
        for (int i = 1; i <= 5; i++) {
          amqp.send("x", job("good " + i, Map.of()));
          int stored = i;
          await().atMost(Duration.ofSeconds(60)).until(() -> waiting() == stored);
        }
        assertThat(quarantined()).isZero();
        assertThat(broker.messagesOn("scheduler.jobs.amqp")).isEqualTo(1);
      }
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> quarantined() == 1);
    await().until(() -> broker.messagesOn("scheduler.jobs.amqp") == 0);
  }

  @Test
  void many_of_them_among_good_ones_drag_none_along() {
    int pairs = Volume.of(10, 100);
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker())) {
      for (int i = 0; i < pairs; i++) {
        amqp.send("x", job("bad " + i, Map.of("x_when", new Date())));
        amqp.send("x", job("good " + i, Map.of()));
      }
    }
    try (Registrant core = new Registrant(stack.connectionFactory())) {
      core.ask("x", job("core", Map.of()));
    }
    await().atMost(Duration.ofMinutes(2)).until(() -> waiting() + quarantined() == 2 * pairs + 1);
    assertThat(waiting()).isEqualTo(pairs + 1);
    assertThat(stack.values("SELECT DISTINCT code FROM scheduler.quarantine"))
        .containsExactly("SCHED-0172");
  }

  @Nightly
  @Test
  void a_body_of_20_mebibytes_is_refused_and_kept() {
    String large = "x".repeat(20 * 1024 * 1024);
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker());
        Registrant core = new Registrant(stack.connectionFactory())) {
      amqp.send(large, job("large by AMQP", Map.of()));
      core.send(large, job("large by core", Map.of()));
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> quarantined() == 2);
    assertThat(stack.values("SELECT code || ' ' || length(body) FROM scheduler.quarantine"))
        .containsOnly("SCHED-0141 20971520");
  }

  /** Read by a node, it would occupy more than half of its heap. */
  @Nightly
  @Test
  void a_text_that_is_larger_than_any_job_stays_at_the_broker_and_is_reported() {
    NodeLogs logs = new NodeLogs(stack);
    long told = logs.lines("SCHED-0823 ");
    try (Registrant core = new Registrant(stack.connectionFactory())) {
      core.send("x".repeat(100_000_000), job("oversize", Map.of()));
      core.send("x", job("good", Map.of()));
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> waiting() == 1);
    assertThat(broker.messagesOn(OVERSIZE)).isEqualTo(1);
    await().atMost(Duration.ofMinutes(1)).until(() -> logs.lines("SCHED-0823 ") > told);
    broker.purge(OVERSIZE);
  }

  @Nightly
  @Test
  void a_report_or_a_dead_letter_of_that_size_stays_there_too() throws JMSException {
    String large = "x".repeat(100_000_000);
    for (String address : List.of("scheduler.reports", "scheduler.dead", "scheduler.expired")) {
      try (JMSContext context = stack.connectionFactory().createContext()) {
        context.createProducer().send(context.createQueue(address), large);
      }
      await().atMost(Duration.ofSeconds(30)).until(() -> broker.messagesOn(OVERSIZE) == 1);
      broker.purge(OVERSIZE);
    }
    try (JMSContext context = stack.connectionFactory().createContext()) {
      context
          .createProducer()
          .setTimeToLive(1)
          .send(context.createQueue("test.registration"), large);
    }
    await().atMost(Duration.ofMinutes(2)).until(() -> broker.messagesOn(OVERSIZE) == 1);
    broker.purge(OVERSIZE);
    assertThat(quarantined()).isZero();
  }

  @Nightly
  @Test
  void an_amqp_message_that_is_larger_than_any_job_is_not_accepted() {
    String large = "x".repeat(100_000_000);
    for (String address : List.of("scheduler.jobs.amqp.admin", "scheduler.reports")) {
      try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker(), address)) {
        assertThatThrownBy(() -> amqp.send(large, job("large by AMQP", Map.of())))
            .as(address)
            .hasCauseInstanceOf(ClientConnectionRemotelyClosedException.class);
      }
    }
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker())) {
      amqp.send("x", job("good", Map.of()));
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> waiting() == 1);
    assertThat(quarantined()).isZero();
  }

  @Nightly
  @Test
  void poison_in_the_dead_letter_queues_ends_in_quarantine_too() {
    for (String address : List.of("scheduler.dead", "scheduler.expired")) {
      try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker(), address)) {
        amqp.send("x", job("astray", Map.of("x_when", new Date())));
        amqp.send(42, job("number", Map.of()));
      }
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(
                        stack.values(
                            "SELECT job_id || ' ' || message_type || ' ' || convert_from(body, 'UTF8') FROM scheduler.quarantine"))
                    .containsExactlyInAnyOrder(
                        "astray amqp x", "number amqp 42", "astray amqp x", "number amqp 42"));
    assertThat(broker.consumersOn("scheduler.dead")).isPositive();
    assertThat(broker.consumersOn("scheduler.expired")).isPositive();
  }

  @Nightly
  @Test
  void a_hundred_good_amqp_registrations_are_stored_as_they_came() {
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker())) {
      IntStream.range(0, 100)
          .forEach(i -> amqp.send("body " + i, job("job " + i, Map.of("x_i", i))));
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> waiting() == 100);
    assertThat(
            stack.value(
                "SELECT convert_from(body, 'UTF8') || properties FROM scheduler.job WHERE job_id = 'job 42'"))
        .isEqualTo("body 42{\"x_i\":42}");
  }

  private long waiting() {
    return stack.integer("SELECT count(*) FROM scheduler.job");
  }

  private long quarantined() {
    return stack.integer("SELECT count(*) FROM scheduler.quarantine");
  }

  private static Map<String, Object> job(String jobId, Map<String, ?> more) {
    Map<String, Object> properties = new HashMap<>(more);
    properties.put("scheduler_queue", "test.registration");
    properties.put("scheduler_jobId", jobId);
    properties.put("scheduler_dueAt", FAR);
    return properties;
  }
}
