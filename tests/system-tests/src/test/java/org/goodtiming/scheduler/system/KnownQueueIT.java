package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.Session;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.api.KnownQueue;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownQueueIT {

  private static final String NAME = "test.known";

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement management = new BrokerManagement(stack.connectionFactory());
  private final KnownQueue queue = new KnownQueue(NAME);

  @ParameterizedTest
  @ValueSource(strings = {"scheduler.jobs", "scheduler.marker"})
  void with_the_settings_of_our_own_queues_a_transaction_fails_if_the_queue_is_gone(String ours) {
    stack.allow(NAME);
    Object settings = management.invoke("broker", "getAddressSettingsAsJSON", ours);
    management.invoke("broker", "addAddressSettings", NAME, settings);
    try {
      send();
      management.invoke("broker", "destroyQueue", NAME, true, true);
      assertThatThrownBy(this::send).hasMessageContaining(NAME);
    } finally {
      management.invoke("broker", "removeAddressSettings", NAME);
    }
  }

  @Test
  void a_queue_that_is_gone_is_asked_for_again() {
    stack.allow(NAME);
    send();
    management.invoke("broker", "destroyQueue", NAME, true, true);
    await().untilAsserted(() -> assertThatThrownBy(this::send).hasMessageContaining(NAME));
    stack.allow(NAME);
    send();
    assertThat(management.messagesOn(NAME)).isOne();
    management.purge(NAME);
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
