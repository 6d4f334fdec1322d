package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The installation on an instance without the preparations of the development stack. */
class BrokerInstallationIT {
  private static final List<String> QUEUES = List.of("invoice");
  private static final String TIMEOUT = "<transaction-timeout>";

  @TempDir private Path directory;

  @Test
  void a_broker_is_set_up_once_and_its_users_may_do_what_they_should() throws Exception {
    try (PlainBroker broker = new PlainBroker(directory.resolve("broker"))) {
      BrokerInstallation installation = new BrokerInstallation(broker.home());
      assertThat(installation.missingUsers())
          .containsExactlyInAnyOrder(BrokerUser.SCHEDULER, BrokerUser.REGISTRAR, BrokerUser.WORKER);
      String before = Files.readString(broker.file("broker.xml"));
      List<Step> steps = installation.steps(passwords(), QUEUES);
      assertThat(steps).hasSize(3);
      assertThat(steps.get(0).statements())
          .contains("-      <disk-scan-period>5000</disk-scan-period>")
          .anyMatch(line -> line.startsWith("+") && line.contains("<persist-id-cache>true"));
      assertThat(Files.readString(broker.file("broker.xml"))).isEqualTo(before);
      for (Step step : steps) {
        assertThat(step.statements()).noneMatch(line -> line.contains("secret of"));
        step.run();
      }
      assertThat(Path.of(broker.file("broker.xml") + ".old")).hasContent(before);
      Path users = broker.file("artemis-users.properties");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(users)))
          .isEqualTo("rw-------");
      assertThat(installation.missingUsers()).isEmpty();
      assertThat(installation.steps(Map.of(), QUEUES)).isEmpty();

      shorten_the_timeout_of_transactions(broker);
      broker.start();
      nodes_and_workers_have_their_rights(broker);
      an_event_that_is_rolled_back_comes_again_before_the_later_ones(broker);
      a_worker_that_hangs_in_its_transaction_gives_its_message_back(broker);
    }
  }

  private static void nodes_and_workers_have_their_rights(PlainBroker broker) throws JMSException {
    send(broker, BrokerUser.REGISTRAR, "scheduler.jobs");
    assertThatThrownBy(() -> send(broker, BrokerUser.REGISTRAR, "invoice"))
        .hasMessageContaining("SEND");
    assertThatThrownBy(() -> receive(broker, BrokerUser.REGISTRAR, "scheduler.jobs"))
        .hasMessageContaining("CONSUME");
    Message registration = receive(broker, BrokerUser.SCHEDULER, "scheduler.jobs");
    assertThat(registration.getStringProperty("_AMQ_VALIDATED_USER")).isEqualTo("registrar");
    send(broker, BrokerUser.SCHEDULER, "invoice");
    assertThat(receive(broker, BrokerUser.WORKER, "invoice")).isNotNull();
    assertThatThrownBy(() -> send(broker, BrokerUser.SCHEDULER, "unknown.queue"))
        .isInstanceOf(JMSException.class);
    send(broker, BrokerUser.WORKER, "scheduler.reports");
    assertThatThrownBy(() -> receive(broker, BrokerUser.WORKER, "order-check"))
        .as("no queue of the samples is created")
        .isInstanceOf(JMSException.class);
  }

  /** More often than other messages are tried, and without their delay. */
  private static void an_event_that_is_rolled_back_comes_again_before_the_later_ones(
      PlainBroker broker) throws JMSException {
    try (Connection publisher = connect(broker, BrokerUser.SCHEDULER);
        Connection consumer = connect(broker, BrokerUser.WORKER);
        Session events = consumer.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer subscription =
            events.createConsumer(events.createTopic("scheduler.events"))) {
      consumer.start();
      publish(publisher, "job.registered", "job.dispatched");
      for (int attempt = 1; attempt <= 60; attempt++) {
        Message event = subscription.receive(10_000);
        assertThat(event.getBody(String.class)).isEqualTo("job.registered");
        assertThat(event.getIntProperty("JMSXDeliveryCount")).isEqualTo(attempt);
        events.rollback();
      }
      assertThat(subscription.receive(10_000).getBody(String.class)).isEqualTo("job.registered");
      assertThat(subscription.receive(10_000).getBody(String.class)).isEqualTo("job.dispatched");
      events.commit();
    }
  }

  private static void shorten_the_timeout_of_transactions(PlainBroker broker) throws IOException {
    String installed = Files.readString(broker.file("broker.xml"));
    assertThat(installed).contains(TIMEOUT + "300000<");
    Files.writeString(
        broker.file("broker.xml"), installed.replace(TIMEOUT + "300000<", TIMEOUT + "1000<"));
  }

  private static void a_worker_that_hangs_in_its_transaction_gives_its_message_back(
      PlainBroker broker) throws JMSException, XAException {
    send(broker, BrokerUser.SCHEDULER, "invoice");
    BrokerUser login = BrokerUser.WORKER;
    try (XAConnection worker =
            withoutBuffers(broker).createXAConnection(login.login(), secret(login));
        XASession session = worker.createXASession();
        MessageConsumer consumer = session.createConsumer(session.createQueue("invoice"))) {
      worker.start();
      session
          .getXAResource()
          .start(new XidImpl("branch".getBytes(), 1, "hangs".getBytes()), XAResource.TMNOFLAGS);
      assertThat(consumer.receive(10_000)).isNotNull();
      Message again = receive(broker, BrokerUser.WORKER, "invoice");
      assertThat(again).as("for another worker").isNotNull();
      assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }
  }

  /**
   * A factory whose sessions acknowledge each message at once, like those of the resource adapter,
   * and receive no message before they request it.
   */
  private static ActiveMQConnectionFactory withoutBuffers(PlainBroker broker) {
    ActiveMQConnectionFactory connections = broker.connections();
    connections.setConsumerWindowSize(0);
    connections.setTransactionBatchSize(0);
    return connections;
  }

  private static void publish(Connection publisher, String... events) throws JMSException {
    try (Session session = publisher.createSession();
        MessageProducer producer =
            session.createProducer(session.createTopic("scheduler.events"))) {
      for (String event : events) {
        Message message = session.createTextMessage(event);
        message.setStringProperty("JMSXGroupID", "order-check/4711");
        producer.send(message);
      }
    }
  }

  private static void send(PlainBroker broker, BrokerUser user, String queue) throws JMSException {
    try (Connection connection = connect(broker, user);
        Session session = connection.createSession()) {
      session.createProducer(session.createQueue(queue)).send(session.createTextMessage("x"));
    }
  }

  private static Message receive(PlainBroker broker, BrokerUser user, String queue)
      throws JMSException {
    try (Connection connection = connect(broker, user);
        Session session = connection.createSession();
        MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      connection.start();
      return consumer.receive(10_000);
    }
  }

  private static Connection connect(PlainBroker broker, BrokerUser user) throws JMSException {
    return broker.connections().createConnection(user.login(), secret(user));
  }

  private static Map<BrokerUser, String> passwords() {
    Map<BrokerUser, String> passwords = new EnumMap<>(BrokerUser.class);
    for (BrokerUser user : List.of(BrokerUser.SCHEDULER, BrokerUser.REGISTRAR, BrokerUser.WORKER)) {
      passwords.put(user, secret(user));
    }
    return passwords;
  }

  private static String secret(BrokerUser user) {
    return "secret of " + user.login();
  }
}
