package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A session of the nodes' pools leaves no queue behind, and is used by one thread at a time;
 * otherwise the broker's client warns, if two calls meet.
 */
class SessionUsageIT {

  private static final String CALLS_MET = "AMQ212051";
  private static final int COUNT = 100;

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement management = new BrokerManagement(stack.connectionFactory());
  private final TemporaryQueueWatch temporaryQueues = stack.temporaryQueueWatch();

  @BeforeEach
  void forget() {
    stack.clear();
    temporaryQueues.forget();
  }

  @AfterEach
  void empty() {
    stack.clear();
  }

  @Test
  void questions_to_the_broker_leave_no_queue_behind() {
    long before = queues();
    RestClient rest = new RestClient(stack.node(1));
    for (int i = 0; i < 10; i++) {
      assertThat(rest.get("/broker").status()).isEqualTo(200);
    }
    // Each request is some questions, and each of them had a queue; the nodes ask at the same time
    await().untilAsserted(() -> assertThat(queues()).isLessThan(before + 10));
  }

  private long queues() {
    String list = (String) management.invoke("broker", "listQueues", "", 1, 1);
    try (JsonReader reader = Json.createReader(new StringReader(list))) {
      return reader.readObject().getInt("count");
    }
  }

  @Nightly
  @Test
  void a_node_at_rest_deletes_its_temporary_queues_before_it_gives_the_session_back() {
    check();
  }

  @Nightly
  @Test
  void so_does_a_node_that_takes_amqp_registrations() {
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker())) {
      for (int i = 0; i < COUNT; i++) {
        amqp.send("x", Map.of("scheduler_queue", "test.registration", "scheduler_delay", "PT0S"));
      }
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> stack.ledger("dispatched") == COUNT);
    check();
  }

  private void check() {
    await().until(temporaryQueues::sawDeletion);
    assertThat(temporaryQueues.sawLateDeletion()).isFalse();
    assertThat(new NodeLogs(stack).lines(CALLS_MET)).isZero();
  }
}
