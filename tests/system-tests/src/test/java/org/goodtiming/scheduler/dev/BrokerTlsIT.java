package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.nio.file.Path;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker's acceptor with the parameters of deploy/compose/docker-compose.tls.yml. */
@Nightly
class BrokerTlsIT {

  @TempDir static Path directory;

  private static Certificates certificates;
  private static Broker broker;

  @BeforeAll
  static void start() throws Exception {
    Path project = Path.of(System.getProperty("scheduler.root"));
    certificates = Certificates.make(project, directory.resolve("tls"));
    StateDirectory state = new StateDirectory(directory.resolve("state"));
    state.prepare();
    broker =
        new Broker(
            state,
            new ProcessRecords(state.processes()),
            new Passwords(state.passwords()),
            new Distribution(project),
            new BrokerTransport(freePort(), acceptor(), certificates.sockets()));
    broker.start();
  }

  @AfterAll
  static void stop() {
    broker.stop();
  }

  @Test
  void who_trusts_the_authority_and_has_a_certificate_is_served() {
    assertThatCode(() -> connect(trusting() + identified())).doesNotThrowAnyException();
  }

  @Test
  void plain_connections_are_refused() {
    assertThatThrownBy(() -> connect("")).isInstanceOf(RuntimeException.class);
  }

  @Test
  void clients_without_a_certificate_are_refused() {
    assertThatThrownBy(() -> connect(trusting())).isInstanceOf(RuntimeException.class);
  }

  @Test
  void clients_refuse_a_broker_that_their_authority_does_not_know() {
    assertThatThrownBy(() -> connect("?sslEnabled=true" + identified()))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void clients_refuse_a_certificate_for_another_name() {
    String sameAddress = broker.url().replace("127.0.0.1", "127.1");
    assertThatThrownBy(() -> connect(sameAddress, trusting() + identified()))
        .isInstanceOf(RuntimeException.class);
  }

  private static void connect(String parameters) {
    connect(broker.url(), parameters);
  }

  private static void connect(String url, String parameters) {
    try (var factory =
            new ActiveMQConnectionFactory(
                url + parameters + (parameters.isEmpty() ? "?" : "&") + "callTimeout=5000",
                broker.user(),
                broker.password());
        var context = factory.createContext()) {
      context.createProducer().send(context.createQueue("order-check"), "through the tunnel");
    }
  }

  private static String trusting() {
    return "?sslEnabled=true&trustStoreType=PEM&trustStorePath=" + certificates.path("ca.crt");
  }

  private static String identified() {
    return "&keyStoreType=PEM&keyStorePath=" + certificates.path("node.pem");
  }

  private static String acceptor() {
    return "sslEnabled=true;keyStoreType=PEM;keyStorePath=%s;needClientAuth=true;trustStoreType=PEM;trustStorePath=%s"
        .formatted(certificates.path("broker.pem"), certificates.path("ca.crt"));
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
