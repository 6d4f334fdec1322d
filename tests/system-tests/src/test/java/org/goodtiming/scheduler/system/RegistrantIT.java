package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each job knows who registered it, and no login reaches the jobs of queues it has no grant for.
 */
class RegistrantIT {

  private static final String FAR = "2100-01-01T00:00:00Z";
  private static final Map<String, Object> MINE =
      Map.of("scheduler_jobId", "mine", "scheduler_dueAt", FAR);
  private static final Map<String, Object> CANCEL =
      Map.of("scheduler_jobId", "mine", "scheduler_op", "cancel");

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @AfterEach
  void revoke() {
    stack.execute("DELETE FROM scheduler.registration_grant WHERE login = 'worker'");
  }

  @Test
  void a_job_knows_its_registrant_by_every_protocol() {
    try (Registrant core = registrant(BrokerUser.REGISTRAR);
        StompRegistrant stomp = new StompRegistrant(stack.broker(), BrokerUser.REGISTRAR);
        AmqpRegistrant amqp = new AmqpRegistrant(stack.broker(), BrokerUser.REGISTRAR)) {
      assertThat(core.ask("", MINE).property("scheduler_registeredBy")).isEqualTo("registrar");
      stomp.send(headers("stomp"), "".getBytes(UTF_8), false);
      amqp.send("", Map.copyOf(headers("amqp")));
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          stack.values(
                              "SELECT job_id || ' ' || registered_by FROM scheduler.job ORDER BY 1"))
                      .containsExactly("amqp registrar", "mine registrar", "stomp registrar"));
    }
  }

  @Test
  void a_worker_learns_the_registrant() throws JMSException {
    try (Registrant registrant = registrant(BrokerUser.REGISTRAR);
        JMSContext context = stack.connectionFactory().createContext();
        JMSConsumer worker = context.createConsumer(context.createQueue("test.registration"))) {
      registrant.send("", Map.of("scheduler_delay", "PT0S"));
      JobDelivery job = JobDelivery.of(worker.receive(Duration.ofSeconds(30).toMillis()));
      assertThat(job.registeredBy()).isEqualTo("registrar");
    }
  }

  @Test
  void a_login_without_grant_neither_registers_nor_replaces_nor_cancels() {
    try (Registrant registrar = registrant(BrokerUser.REGISTRAR);
        Registrant worker = registrant(BrokerUser.WORKER)) {
      registrar.ask("as the registrar wants it", MINE);
      assertThat(worker.ask("as the worker wants it", MINE).property("scheduler_code"))
          .isEqualTo("SCHED-0152");
      assertThat(worker.ask("", CANCEL).property("scheduler_reason"))
          .isEqualTo(
              "login 'worker' may neither register nor cancel jobs of queue 'test.registration': use another login, or give it a grant (goodtiming grant add LOGIN QUEUE)");
      assertThat(stack.value("SELECT convert_from(body, 'UTF8') FROM scheduler.job"))
          .isEqualTo("as the registrar wants it");
      assertThat(stack.values("SELECT code || ' ' || sent_by FROM scheduler.quarantine"))
          .containsExactly("SCHED-0152 worker", "SCHED-0152 worker");
    }
  }

  @Test
  void a_grant_is_for_its_queue() {
    stack.execute(
        "INSERT INTO scheduler.registration_grant (login, queue) VALUES ('worker', 'test.registration')");
    try (Registrant worker = registrant(BrokerUser.WORKER)) {
      assertThat(worker.ask("", MINE).status()).isEqualTo("accepted");
      assertThat(worker.ask("", CANCEL).status()).isEqualTo("cancelled");
      assertThat(
              worker
                  .ask("", Map.of("scheduler_queue", "order-check", "scheduler_dueAt", FAR))
                  .property("scheduler_code"))
          .isEqualTo("SCHED-0152");
    }
  }

  @Test
  void nobody_passes_for_somebody_else() throws ClientException {
    Map<String, String> forged =
        Map.of(
            "_AMQ_VALIDATED_USER",
            "registrar",
            "_AMQ_ORIG_ADDRESS",
            "scheduler.jobs.amqp.registrar");
    try (Registrant core = registrant(BrokerUser.WORKER);
        StompRegistrant stomp = new StompRegistrant(stack.broker(), BrokerUser.WORKER);
        AmqpRegistrant amqp =
            new AmqpRegistrant(stack.broker(), BrokerUser.WORKER, "scheduler.jobs")) {
      core.send("", with(MINE, forged));
      stomp.send(with(headers("stomp"), forged), "".getBytes(UTF_8), false);
      stomp.send(
          with(headers("stomp"), Map.of("JMSXUserID", "registrar")), "".getBytes(UTF_8), false);
      Message<String> message = Message.create("");
      message.userId("registrar".getBytes(UTF_8)).durable(true);
      with(headers("amqp"), forged).forEach((name, value) -> property(message, name, value));
      amqp.send(message);
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          stack.values(
                              "SELECT code || ' ' || coalesce(sent_by, '-') FROM scheduler.quarantine ORDER BY 1"))
                      .containsExactly(
                          "SCHED-0151 -",
                          "SCHED-0152 worker",
                          "SCHED-0152 worker",
                          "SCHED-0152 worker"));
    }
    assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isZero();
  }

  @Test
  void an_amqp_address_belongs_to_its_login() {
    assertThatThrownBy(
            () ->
                new AmqpRegistrant(
                    stack.broker(), BrokerUser.WORKER, "scheduler.jobs.amqp.registrar"))
        .hasStackTraceContaining("does not have permission='SEND'");
    assertThatThrownBy(
            () -> new AmqpRegistrant(stack.broker(), BrokerUser.REGISTRAR, "scheduler.jobs.amqp"))
        .hasStackTraceContaining("does not have permission='SEND'");
  }

  private Registrant registrant(BrokerUser user) {
    return new Registrant(
        new ActiveMQConnectionFactory(
            stack.broker().url(), user.user(), stack.broker().password(user)));
  }

  private static Map<String, String> headers(String jobId) {
    return Map.of(
        "scheduler_queue",
        "test.registration",
        "scheduler_jobId",
        jobId,
        "scheduler_dueAt",
        "2100-01-01T000000Z");
  }

  private static <V> Map<String, V> with(Map<String, V> some, Map<String, ? extends V> others) {
    Map<String, V> all = new HashMap<>(some);
    all.putAll(others);
    return all;
  }

  private static void property(Message<?> message, String name, String value) {
    try {
      message.property(name, value);
    } catch (ClientException e) {
      throw new IllegalStateException(e);
    }
  }
}
