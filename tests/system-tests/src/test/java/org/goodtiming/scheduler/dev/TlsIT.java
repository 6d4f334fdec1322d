package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.system.AnyServer;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** A node, a pair of brokers and a database, all by TLS with the settings of docs/security.md. */
@Nightly
class TlsIT {

  private static final String QUEUE = "fibonacci";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir static Path directory;

  private static Certificates certificates;
  private static DevStack stack;

  @BeforeAll
  static void start() throws Exception {
    Path project = Path.of(System.getProperty("scheduler.root"));
    certificates = Certificates.make(project, directory.resolve("tls"));
    StackOptions options =
        StackOptions.of(project)
            .withState(directory.resolve("state"))
            .withPorts(StackOptions.PortWishes.above(2000))
            .withPair(true)
            .withTls(new StackTls(certificates.directory(), certificates.sockets()));
    stack = DevStack.start(SystemStack.withServers(options));
    requireTls(project);
  }

  @AfterAll
  static void stop() {
    stack.close();
  }

  @AnyServer
  @Test
  void jobs_go_all_the_way_also_by_the_other_broker_and_after_a_restart() throws SQLException {
    assertExecuted();
    assertThat(active()).isSameAs(stack.broker());
    stack.broker().kill();
    await().atMost(PATIENCE).until(() -> stack.brokers().get(1).active());
    assertExecuted();
    stack.node(1).stop();
    stack.node(1).start();
    assertExecuted();
    assertThat(sessionsOfTheNode(true)).isPositive();
    assertThat(sessionsOfTheNode(false)).isZero();
  }

  @Test
  void plain_connections_to_the_broker_are_refused() {
    assertThatThrownBy(() -> connect(brokerUrl(), "?")).isInstanceOf(RuntimeException.class);
  }

  @Test
  void clients_with_a_certificate_of_the_authority_are_served() {
    assertThatCode(() -> connect(brokerUrl(), trusting() + identified()))
        .doesNotThrowAnyException();
  }

  @Test
  void clients_without_a_certificate_are_refused() {
    assertThatThrownBy(() -> connect(brokerUrl(), trusting())).isInstanceOf(RuntimeException.class);
  }

  @Test
  void clients_refuse_a_broker_that_their_authority_does_not_know() {
    assertThatThrownBy(() -> connect(brokerUrl(), "?sslEnabled=true" + identified()))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void clients_refuse_a_brokers_certificate_for_another_name() {
    String sameAddress = brokerUrl().replace("127.0.0.1", "127.1");
    assertThatThrownBy(() -> connect(sameAddress, trusting() + identified()))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void a_verified_connection_to_the_database_is_served() throws SQLException {
    assertThat(isEncrypted(source(Database.HOST, "verify-full"))).isTrue();
  }

  @Test
  void plain_connections_to_the_database_are_refused() {
    assertThatThrownBy(() -> isEncrypted(source(Database.HOST, "disable")))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("no encryption");
  }

  @Test
  void clients_refuse_a_databases_certificate_for_another_name() {
    assertThatThrownBy(() -> isEncrypted(source("127.1", "verify-full")))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("could not be verified");
  }

  private static void assertExecuted() {
    String job = UUID.randomUUID().toString();
    register(job);
    var executions = new Executions(stack.database().dataSource(DatabaseUser.READER));
    await()
        .atMost(PATIENCE)
        .until(
            () -> executions.ofJob(new JobKey(QUEUE, job), 1),
            runs -> runs.stream().anyMatch(run -> run.state() == ExecutionState.FINISHED));
  }

  private static int sessionsOfTheNode(boolean encrypted) throws SQLException {
    try (var connection = stack.database().connect(DatabaseUser.SUPERUSER);
        var statement =
            connection.prepareStatement(
                "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'node-1' AND ssl = ?")) {
      statement.setBoolean(1, encrypted);
      var row = statement.executeQuery();
      row.next();
      return row.getInt(1);
    }
  }

  private static void register(String job) {
    try (var factory = factory(brokerUrl(), trusting() + identified());
        JMSContext context = factory.createContext()) {
      context
          .createProducer()
          .setProperty("scheduler_queue", QUEUE)
          .setProperty("scheduler_jobId", job)
          .setProperty("scheduler_delay", "PT0S")
          .setProperty("scheduler_tracked", true)
          .send(context.createQueue("scheduler.jobs"), "20");
    }
  }

  private static void connect(String url, String parameters) {
    try (var factory = factory(url, parameters);
        JMSContext context = factory.createContext()) {
      context.start();
    }
  }

  private static ActiveMQConnectionFactory factory(String url, String parameters) {
    return new ActiveMQConnectionFactory(
        url + parameters + "&callTimeout=5000", stack.broker().user(), stack.broker().password());
  }

  private static String brokerUrl() {
    return active().url();
  }

  private static Broker active() {
    return stack.brokers().stream().filter(Broker::active).findFirst().orElseThrow();
  }

  private static String trusting() {
    return "?sslEnabled=true&trustStoreType=PEM&trustStorePath=" + certificates.path("ca.crt");
  }

  private static String identified() {
    return "&keyStoreType=PEM&keyStorePath=" + certificates.path("node.pem");
  }

  private static void requireTls(Path project) throws IOException, SQLException {
    Files.copy(
        project.resolve("tools/scheduler-dev/tls/pg_hba.conf"),
        directory.resolve("state/database/pg_hba.conf"),
        StandardCopyOption.REPLACE_EXISTING);
    try (var connection = stack.database().connect(DatabaseUser.SUPERUSER);
        var statement = connection.createStatement()) {
      statement.execute("SELECT pg_reload_conf()");
    }
  }

  private static PGSimpleDataSource source(String host, String mode) {
    var database = stack.database();
    var source =
        Database.dataSource(
            database.url(), DatabaseUser.SUPERUSER, database.password(DatabaseUser.SUPERUSER));
    source.setServerNames(new String[] {host});
    source.setSslMode(mode);
    source.setSslRootCert(certificates.path("ca.crt"));
    return source;
  }

  private static boolean isEncrypted(PGSimpleDataSource source) throws SQLException {
    try (var connection = source.getConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) {
      row.next();
      return row.getBoolean(1);
    }
  }
}
