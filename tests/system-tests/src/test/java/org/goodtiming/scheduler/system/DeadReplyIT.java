package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;
import java.time.Duration;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Registrants who have gone when their receipt is sent. */
class DeadReplyIT {

  private static final byte TEMPORARY_QUEUE = 2;

  /** Undisturbed it takes less than a second; one failed transaction costs at least another. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
  private final NodeLogs logs = new NodeLogs(stack);

  @BeforeEach
  @AfterEach
  void empty() {
    stack.clear();
  }

  @Test
  void twenty_dead_temporary_queues_cost_twenty_others_nothing()
      throws ClientException, JMSException {
    assertCostNothing("00000000-0000-4000-8000-0000000000%02d", true);
  }

  @Nightly
  @ParameterizedTest
  @ValueSource(strings = {"receipts.gone%02d", "00000000-0000-4000-8000-0000000000%02d"})
  void twenty_dead_reply_addresses_cost_twenty_others_nothing(String dead)
      throws ClientException, JMSException {
    assertCostNothing(dead, false);
  }

  private void assertCostNothing(String dead, boolean temporary)
      throws ClientException, JMSException {
    long lines = logs.lines("");
    try (JMSContext context = stack.connectionFactory().createContext();
        AmqpRegistrant amqp = new AmqpRegistrant(stack.broker())) {
      TemporaryQueue alive = context.createTemporaryQueue();
      JMSConsumer receipts = context.createConsumer(alive);
      for (int i = 0; i < 20; i++) {
        amqp.send(registration("alive " + i, alive.getQueueName()).message());
        AmqpRegistration unheard = registration("dead " + i, dead.formatted(i));
        if (temporary) {
          unheard.annotated("x-opt-jms-reply-to", TEMPORARY_QUEUE);
        }
        amqp.send(unheard.message());
      }
      await().atMost(SOON).until(() -> stack.integer("SELECT count(*) FROM scheduler.job") == 40);
      for (int i = 0; i < 20; i++) {
        assertThat(receipts.receive(SOON.toMillis())).isNotNull();
      }
    }
    assertThat(broker.invoke("broker", "listAddresses", ",").toString())
        .doesNotContain(dead.formatted(0), dead.formatted(19));
    assertThat(logs.lines("SCHED-0161")).isGreaterThanOrEqualTo(20);
    assertThat(logs.lines("") - lines).isLessThan(100);
  }

  private static AmqpRegistration registration(String jobId, String replyTo)
      throws ClientException {
    AmqpRegistration registration = new AmqpRegistration(jobId).value("x");
    registration.foreign("scheduler_delay", "P1D").message().replyTo(replyTo);
    return registration;
  }
}
