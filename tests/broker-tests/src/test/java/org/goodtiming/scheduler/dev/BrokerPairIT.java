package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.XAJMSContext;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.goodtiming.scheduler.config.Address;
import org.goodtiming.scheduler.install.BrokerPair;
import org.goodtiming.scheduler.server.Server;
import org.goodtiming.scheduler.server.Servers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two brokers with a shared store, and a node's requirements for them; no server runs. */
class BrokerPairIT {

  private static final String QUEUE = "order-check";
  private static final Duration TAKEOVER = Duration.ofSeconds(30);
  private static final Xid XID =
      new XidImpl("branch".getBytes(StandardCharsets.UTF_8), 1, new byte[] {1});

  @TempDir private Path directory;
  private Broker primary;
  private Broker backup;
  private Servers servers;
  private ActiveMQXAConnectionFactory client;

  @BeforeEach
  void a_watched_pair() throws Exception {
    StateDirectory state = new StateDirectory(directory.resolve("state"));
    state.prepare();
    try (ServerSocket first = new ServerSocket(0);
        ServerSocket second = new ServerSocket(0)) {
      primary = broker(state, first.getLocalPort(), second.getLocalPort(), false);
      backup = broker(state, second.getLocalPort(), first.getLocalPort(), true);
    }
    client =
        new ActiveMQXAConnectionFactory(
            "(%s,%s)?ha=true&reconnectAttempts=0&retryInterval=200&callTimeout=3000"
                .formatted(primary.url(), backup.url()),
            primary.user(),
            primary.password());
    primary.start();
    backup.start();
    servers = new Servers(Executors.defaultThreadFactory());
    servers.watch(
        Server.BROKER,
        List.of(
            new Address(primary.host(), primary.port()), new Address(backup.host(), backup.port())),
        this::ask);
    await().until(() -> servers.answers(Server.BROKER));
  }

  @AfterEach
  void stop() {
    servers.close();
    client.close();
    backup.stop();
    primary.stop();
  }

  @Test
  void what_the_primary_has_prepared_is_committed_at_the_backup_and_the_watch_follows()
      throws Exception {
    prepare("in doubt");
    primary.kill();
    await().atMost(TAKEOVER).until(backup::active);
    awaitAnswer();
    assertThat(commitPrepared()).isEqualTo(1);
    assertThat(received()).isEqualTo("in doubt");

    send("later");
    primary.start();
    await().atMost(TAKEOVER).until(() -> primary.active() && !backup.active());
    awaitAnswer();
    assertThat(received()).isEqualTo("later");
  }

  /** To a question of the watch that it begins now. */
  private void awaitAnswer() {
    Instant now = Instant.now();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                servers.answers(Server.BROKER)
                    && servers.observation(Server.BROKER).at().isAfter(now));
  }

  private static Broker broker(StateDirectory state, int port, int other, boolean backup) {
    return new Broker(
        state,
        new ProcessRecords(state.processes()),
        new Passwords(state.passwords()),
        new Distribution(Path.of(System.getProperty("scheduler.root"))),
        BrokerTransport.plain(port),
        new BrokerPair(
            Broker.address(port), Broker.address(other), backup, state.brokerData(), "", "secret"),
        RunningBrokerIT.STARTS_FASTER);
  }

  private void ask() throws JMSException {
    try (Connection connection = client.createConnection()) {
      connection.createSession().createQueue(QUEUE);
    }
  }

  private void prepare(String text) throws XAException {
    try (XAJMSContext context = client.createXAContext()) {
      XAResource session = context.getXAResource();
      session.start(XID, XAResource.TMNOFLAGS);
      context.createProducer().send(context.createQueue(QUEUE), text);
      session.end(XID, XAResource.TMSUCCESS);
      session.prepare(XID);
    }
  }

  /** How many there were. */
  private int commitPrepared() throws XAException {
    try (XAJMSContext context = client.createXAContext()) {
      XAResource session = context.getXAResource();
      Xid[] prepared = session.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
      for (Xid xid : prepared) {
        session.commit(xid, false);
      }
      return prepared.length;
    }
  }

  private void send(String text) {
    try (JMSContext context = client.createContext()) {
      context.createProducer().send(context.createQueue(QUEUE), text);
    }
  }

  private String received() {
    try (JMSContext context = client.createContext()) {
      return context
          .createConsumer(context.createQueue(QUEUE))
          .receiveBody(String.class, TAKEOVER.toMillis());
    }
  }
}
