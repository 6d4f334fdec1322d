package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A session of the nodes' pools is used by one thread at a time. Otherwise the broker's client
 * warns, if two calls meet.
 */
@Nightly
class SessionUsageIT {

  private static final String CALLS_MET = "AMQ212051";
  private static final int COUNT = 100;

  private final SystemStack stack = SystemStack.shared();
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
  void a_node_at_rest_deletes_its_temporary_queues_before_it_gives_the_session_back() {
    check();
  }

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
