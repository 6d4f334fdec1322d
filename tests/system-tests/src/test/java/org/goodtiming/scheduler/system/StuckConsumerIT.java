package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A consumer that has got a message and does nothing with it. */
@Disruptive
@Nightly
class StuckConsumerIT {

  private static final String RECONNECT = "test.reconnect";
  private static final String DYING = "test.dying";

  private static final Map<String, Object> JOB =
      Map.of("scheduler_jobId", "1", "scheduler_dueAt", "2100-01-01T00:00:00Z");

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
  @AutoClose private final Registrant registrant = new Registrant(stack.connectionFactory());

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void a_registration_that_it_holds_is_stored_by_a_node_in_the_end() {
    hold("scheduler.jobs");
    registrant.send("x", JOB);
    assertFreed("scheduler.jobs", () -> stack.ledger("waiting"));
  }

  @Test
  void a_dead_letter_that_it_holds_is_kept_by_a_node_in_the_end() {
    stack.allow(DYING, Duration.ZERO, 1);
    hold("scheduler.dead");
    registrant.ask(
        "x",
        Map.of(
            "scheduler_queue", DYING,
            "scheduler_jobId", "dying",
            "scheduler_delay", "PT0S"));
    try (JMSContext worker = stack.connectionFactory().createContext(Session.SESSION_TRANSACTED)) {
      assertThat(worker.createConsumer(worker.createQueue(DYING)).receive(30_000)).isNotNull();
      worker.rollback();
    }
    assertFreed(
        "scheduler.dead",
        () ->
            stack.integer(
                "SELECT count(*) FROM scheduler.quarantine WHERE code = 'SCHED-0220' AND job_id = 'dying'"));
  }

  @Test
  void a_report_that_it_holds_ends_its_run_in_the_end() throws JMSException {
    hold("scheduler.reports");
    try (TrackedJobs jobs = new TrackedJobs(stack, "test.registration");
        Worker worker = new Worker(stack.connectionFactory(), "test.registration");
        JMSContext reporter = stack.connectionFactory().createContext()) {
      jobs.register("1", "work");
      Message delivery = worker.receiveMessage();
      String report =
          "{\"fireId\":\"%s\",\"token\":\"%s\",\"event\":\"finished\"}"
              .formatted(
                  delivery.getStringProperty("scheduler_fireId"),
                  delivery.getStringProperty("scheduler_token"));
      reporter.createProducer().send(reporter.createQueue("scheduler.reports"), report);
      assertFreed(
          "scheduler.reports",
          () -> stack.integer("SELECT count(*) FROM scheduler.execution WHERE state = 'FINISHED'"));
    }
  }

  /** By a consumer that comes before the nodes' own, and never asks for what it has got. */
  private void hold(String queue) {
    JMSContext stuck = asTheScheduler().createContext(Session.SESSION_TRANSACTED);
    stuck.createConsumer(stuck.createQueue(queue + "?consumer-priority=9"));
  }

  /**
   * The node tells it once, and a node gets the message.
   *
   * @param processed 0 until then, and 1 after it
   */
  private void assertFreed(String queue, LongSupplier processed) {
    String told = "its consumer of queue " + queue + " has held 1 messages";
    NodeLogs logs = new NodeLogs(stack);
    long before = logs.lines(told);
    await().until(() -> broker.deliveringOn(queue) == 1);
    assertThat(processed.getAsLong()).as("while it is held").isZero();

    await().atMost(Duration.ofMinutes(3)).until(() -> processed.getAsLong() == 1);
    assertThat(logs.lines(told)).isEqualTo(before + 1);
    // The broker commits after the database
    await().until(() -> broker.deliveringOn(queue) == 0);
  }

  @Test
  void a_node_whose_connection_is_closed_connects_anew() {
    // A node that has just been started listens a while after it is ready
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(() -> assertThat(broker.connectionsOn("scheduler.jobs")).hasSize(2));
    List<String> connections = broker.connectionsOn("scheduler.jobs");
    connections.forEach(broker::closeConnection);
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(broker.connectionsOn("scheduler.jobs"))
                    .hasSize(2)
                    .doesNotContainAnyElementsOf(connections));
    assertThat(registrant.ask("x", JOB).status()).isEqualTo("accepted");
  }

  /**
   * The cause, without the scheduler (ADR 0024): Artemis' client gives a consumer that it creates
   * again credit for one message, whether or not the listener has returned. If this test fails with
   * a newer client, the watch may be needless.
   */
  @Test
  void a_client_that_reconnects_holds_a_message_that_its_busy_listener_does_not_get() {
    stack.allow(RECONNECT);
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch busy = new CountDownLatch(1);
    try (JMSContext client = withoutWindow().createContext(Session.SESSION_TRANSACTED);
        JMSContext other = stack.connectionFactory().createContext()) {
      Queue queue = client.createQueue(RECONNECT);
      client
          .createConsumer(queue)
          .setMessageListener(
              message -> {
                calls.incrementAndGet();
                await().forever().until(() -> busy.getCount() == 0);
              });
      other.createProducer().send(queue, "x");
      await().until(() -> calls.get() == 1);
      List<String> broken = broker.connectionsOn(RECONNECT);
      broken.forEach(broker::closeConnection);

      await()
          .untilAsserted(
              () ->
                  assertThat(broker.connectionsOn(RECONNECT))
                      .hasSize(1)
                      .doesNotContainAnyElementsOf(broken));
      await().until(() -> broker.deliveringOn(RECONNECT) == 1);
      assertThat(other.createConsumer(queue).receiveNoWait()).as("for another consumer").isNull();
      assertThat(calls).as("its listener is still busy with the first delivery").hasValue(1);
      busy.countDown();
      await().until(() -> calls.get() == 2);
    }
  }

  private ActiveMQConnectionFactory withoutWindow() {
    return new ActiveMQConnectionFactory(
        stack.broker().url() + "?consumerWindowSize=0&reconnectAttempts=-1",
        stack.broker().user(),
        stack.broker().password());
  }

  private ActiveMQConnectionFactory asTheScheduler() {
    return new ActiveMQConnectionFactory(
        stack.broker().url() + "?reconnectAttempts=0",
        BrokerUser.SCHEDULER.user(),
        stack.broker().password(BrokerUser.SCHEDULER));
  }
}
