package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A consumer that has got a message and does nothing with it. */
class StuckConsumerIT {

  private static final String RECONNECT = "test.reconnect";

  private static final Map<String, Object> JOB =
      Map.of("scheduler_jobId", "1", "scheduler_dueAt", "2100-01-01T00:00:00Z");

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
  private final Registrant registrant = new Registrant(stack.connectionFactory());

  @BeforeEach
  void empty() {
    stack.startAllNodes();
    stack.clear();
  }

  @AfterEach
  void close() {
    registrant.close();
  }

  @Test
  void a_registration_that_it_holds_is_stored_by_a_node_in_the_end() {
    NodeLogs logs = new NodeLogs(stack);
    long before = logs.lines("SCHED-0606");
    JMSContext stuck = asTheScheduler().createContext(Session.SESSION_TRANSACTED);
    // Before the nodes' own, and never asked for what it has got
    stuck.createConsumer(stuck.createQueue("scheduler.jobs?consumer-priority=9"));
    registrant.send("x", JOB);
    await().until(() -> broker.deliveringOn("scheduler.jobs") == 1);
    assertThat(stack.ledger("waiting")).isZero();

    await().atMost(Duration.ofMinutes(3)).until(() -> stack.ledger("waiting") == 1);
    assertThat(logs.lines("SCHED-0606")).isEqualTo(before + 1);
    // The broker commits after the database
    await().until(() -> broker.deliveringOn("scheduler.jobs") == 0);
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
