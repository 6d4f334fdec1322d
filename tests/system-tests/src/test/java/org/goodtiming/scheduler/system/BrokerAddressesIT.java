package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.XAJMSContext;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.goodtiming.scheduler.broker.inspection.BrokerAddresses;
import org.goodtiming.scheduler.broker.inspection.BrokerAddresses.Undelivered;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the scheduler takes for the proof that the broker holds no message of an address. */
class BrokerAddressesIT {

  private static final String QUEUE = "test.addresses";
  private static final String DEAD = "test.addresses.dead";
  private static final int MANY = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SystemStack stack = SystemStack.shared();
  private final Broker server = stack.broker();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
  private final BrokerAddresses addresses =
      new BrokerAddresses(
          new org.goodtiming.scheduler.broker.BrokerManagement(
              new ActiveMQConnectionFactory(
                  server.url(),
                  BrokerUser.SCHEDULER.user(),
                  server.password(BrokerUser.SCHEDULER))));

  @BeforeEach
  void empty() {
    stack.allow(QUEUE);
    stack.allow(DEAD);
    broker.purge(QUEUE);
    broker.purge(DEAD);
    awaitEmpty(QUEUE);
    awaitEmpty(DEAD);
  }

  @AfterEach
  void remove_settings() {
    broker.invoke("broker", "removeAddressSettings", QUEUE);
    broker.purge(QUEUE);
    broker.purge(DEAD);
  }

  @Test
  void a_message_is_held_from_its_prepared_send_until_its_acknowledgement_has_committed()
      throws XAException {
    assertThat(addresses.isEmpty(QUEUE)).isTrue();
    try (Branch send = new Branch()) {
      send.context.createProducer().send(send.context.createQueue(QUEUE), "text");
      send.prepare();
      assertThat(broker.messagesOn(QUEUE)).as("the number of messages").isZero();
      assertThat(addresses.isEmpty(QUEUE)).as("its send is prepared").isFalse();
      send.resource().commit(send.xid, false);
    }
    assertThat(addresses.isEmpty(QUEUE)).as("waits").isFalse();
    try (Branch acknowledgement = new Branch()) {
      acknowledgement.receive();
      assertThat(addresses.isEmpty(QUEUE)).as("a worker has it").isFalse();
      acknowledgement.resource().end(acknowledgement.xid, XAResource.TMSUCCESS);
      assertThat(addresses.isEmpty(QUEUE)).as("its transaction ends").isFalse();
      acknowledgement.resource().prepare(acknowledgement.xid);
      assertThat(addresses.isEmpty(QUEUE)).as("its acknowledgement is prepared").isFalse();
      acknowledgement.resource().rollback(acknowledgement.xid);
    }
    assertThat(addresses.isEmpty(QUEUE)).as("comes again").isFalse();
    try (Branch acknowledgement = new Branch()) {
      acknowledgement.receive();
      acknowledgement.prepare();
      acknowledgement.resource().commit(acknowledgement.xid, false);
    }
    assertThat(addresses.isEmpty(QUEUE)).isTrue();
  }

  @Test
  void messages_are_held_at_each_moment_of_their_rollbacks() throws InterruptedException {
    settings("\"redeliveryDelay\": 0, \"maxDeliveryAttempts\": -1");
    send(MANY);
    assertNeverDuring(() -> addresses.isEmpty(QUEUE), () -> rollBack(20, MANY));
  }

  @Test
  void a_message_is_held_at_each_moment_of_its_way_to_the_dead_letters()
      throws InterruptedException {
    settings(
        "\"redeliveryDelay\": 0, \"maxDeliveryAttempts\": 1, \"deadLetterAddress\": \"%s\""
            .formatted(DEAD));
    assertThat(addresses.undelivered(QUEUE)).isEqualTo(new Undelivered(DEAD, "scheduler.expired"));
    send(MANY);
    assertNeverDuring(
        () -> addresses.isEmpty(QUEUE) && addresses.isEmpty(DEAD), () -> rollBack(MANY, 1));
    awaitEmpty(QUEUE);
    assertThat(broker.messagesOn(DEAD)).isEqualTo(MANY);
  }

  private void rollBack(int transactions, int messages) {
    try (JMSContext context = transacted();
        JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
      for (int transaction = 0; transaction < transactions; transaction++) {
        for (int message = 0; message < messages; message++) {
          assertThat(consumer.receive(PATIENCE.toMillis())).isNotNull();
        }
        context.rollback();
      }
    }
  }

  @Test
  void messages_on_disk_are_held() throws XAException {
    settings(
        "\"maxSizeBytes\": 20480, \"pageSizeBytes\": 10240, \"addressFullMessagePolicy\": \"PAGE\"");
    send(MANY);
    try (Branch send = new Branch()) {
      send.context.createProducer().send(send.context.createQueue(QUEUE), "text");
      send.prepare();
      receive(MANY);
      assertThat(addresses.isEmpty(QUEUE)).as("the last send is prepared").isFalse();
      send.resource().commit(send.xid, false);
    }
    try (Branch acknowledgement = new Branch()) {
      acknowledgement.receive();
      acknowledgement.prepare();
      assertThat(addresses.isEmpty(QUEUE)).as("the last acknowledgement is prepared").isFalse();
      acknowledgement.resource().commit(acknowledgement.xid, false);
    }
    awaitEmpty(QUEUE);
  }

  @Test
  void an_address_that_the_broker_does_not_have_proves_nothing() {
    assertThat(addresses.isEmpty("test.no.such.address")).isFalse();
  }

  /** The broker cleans up pages on a thread of its own. */
  private void awaitEmpty(String address) {
    await().atMost(PATIENCE).until(() -> addresses.isEmpty(address));
  }

  /** Asks again and again, on a thread of its own, at least once. */
  private static void assertNeverDuring(BooleanSupplier question, Runnable work)
      throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger yes = new AtomicInteger();
    Thread asking =
        new Thread(
            () -> {
              while (!over.get()) {
                yes.addAndGet(question.getAsBoolean() ? 1 : 0);
                asked.incrementAndGet();
              }
            });
    asking.start();
    try {
      work.run();
    } finally {
      over.set(true);
      asking.join();
    }
    assertThat(asked.get()).isPositive();
    assertThat(yes.get()).as("of %d answers", asked.get()).isZero();
  }

  private void settings(String json) {
    broker.invoke("broker", "addAddressSettings", QUEUE, "{%s}".formatted(json));
  }

  private void send(int count) {
    try (JMSContext context = transacted()) {
      JMSProducer producer = context.createProducer();
      for (int message = 0; message < count; message++) {
        producer.send(context.createQueue(QUEUE), "text".repeat(100));
      }
      context.commit();
    }
  }

  private void receive(int count) {
    try (JMSContext context = transacted();
        JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
      for (int message = 0; message < count; message++) {
        assertThat(consumer.receive(PATIENCE.toMillis())).isNotNull();
        // The broker reads no more from the disk while too many are not acknowledged
        context.commit();
      }
    }
  }

  private JMSContext transacted() {
    return stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED);
  }

  /** A branch of a distributed transaction, on a connection of its own. */
  private final class Branch implements AutoCloseable {

    private final XAJMSContext context =
        new ActiveMQXAConnectionFactory(server.url(), server.user(), server.password())
            .createXAContext();
    private final Xid xid = new XidImpl(id(), 1, id());

    private static byte[] id() {
      return UUID.randomUUID().toString().getBytes(US_ASCII);
    }

    Branch() throws XAException {
      resource().start(xid, XAResource.TMNOFLAGS);
    }

    XAResource resource() {
      return context.getXAResource();
    }

    void prepare() throws XAException {
      resource().end(xid, XAResource.TMSUCCESS);
      resource().prepare(xid);
    }

    void receive() {
      JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE));
      context.start();
      assertThat(consumer.receive(PATIENCE.toMillis())).isNotNull();
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
