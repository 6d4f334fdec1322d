package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.Session;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.api.KnownQueue;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.junit.jupiter.api.Test;

class KnownQueueIT {

  private static final String NAME = "test.known";

  private final SystemStack stack = SystemStack.shared();
  private final KnownQueue queue = new KnownQueue(NAME);

  @Test
  void a_transaction_that_sends_to_a_queue_that_is_gone_soon_fails() {
    stack.allow(NAME);
    send();
    new BrokerManagement(stack.connectionFactory())
        .invoke("broker", "destroyQueue", NAME, true, true);
    await().untilAsserted(() -> assertThatThrownBy(this::send).hasMessageContaining(NAME));
    stack.allow(NAME);
    send();
  }

  // As one who may not create queues: for the administrator it would be there again
  private void send() {
    Broker broker = stack.broker();
    BrokerUser user = BrokerUser.SCHEDULER;
    try (ActiveMQConnectionFactory connectionFactory =
            new ActiveMQConnectionFactory(broker.url(), user.user(), broker.password(user));
        JMSContext context = connectionFactory.createContext(Session.SESSION_TRANSACTED)) {
      context.createProducer().send(queue.in(context), "");
      context.commit();
    }
  }
}
