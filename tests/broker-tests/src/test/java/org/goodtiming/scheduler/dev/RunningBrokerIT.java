package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.XAJMSContext;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.goodtiming.scheduler.broker.inspection.BrokerInspector;
import org.goodtiming.scheduler.cli.doctor.Commands;
import org.goodtiming.scheduler.cli.doctor.Finding;
import org.goodtiming.scheduler.cli.doctor.FindingCode;
import org.goodtiming.scheduler.cli.doctor.NodeDoctor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault of a running broker, what the doctor finds, and the cure. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RunningBrokerIT {

  /** For JVMs that end before the optimizing compiler pays. */
  static final Map<String, String> STARTS_FASTER =
      Map.of("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");

  private static final String QUEUE = "order-check";
  private static final Set<String> WORKER_QUEUES = Set.of(QUEUE, "fibonacci");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The differences from the configuration of the development stack. */
  private static final Map<String, String> FAULTS =
      Map.of(
          "<id-cache-size>20000<", "<id-cache-size>100<",
          "<persist-id-cache>true<", "<persist-id-cache>false<",
          "\"mops.broker.getVersion\"", "\"mops.broker.none\"",
          "<queue name=\"scheduler.oversize\"/>", "",
          "<dead-letter-address>scheduler.dead<", "<dead-letter-address>DLQ<",
          "<page-full-policy>FAIL<", "<page-full-policy>DROP<");

  /** The findings for them; the first takes effect with a restart. */
  private static final List<FindingCode> FOUND =
      List.of(
          FindingCode.BROKER_SETTING,
          FindingCode.BROKER_REFUSES,
          FindingCode.NO_OWN_QUEUE,
          FindingCode.NOT_QUARANTINED,
          FindingCode.FULL_POLICY);

  private static final String GOODTIMING =
      "goodtiming() { java -cp \"$CLASSES\" org.goodtiming.scheduler.cli.Goodtiming \"$@\"; }\n";

  @TempDir static Path directory;

  private static NodeDoctor doctor;
  private static Broker broker;
  private static BrokerInspector inspector;
  private static BrokerManagement administration;

  @BeforeAll
  static void start() throws Exception {
    Distribution distribution = new Distribution(project());
    StateDirectory state = new StateDirectory(directory.resolve("state"));
    state.prepare();
    Passwords passwords = new Passwords(state.passwords());
    BrokerTransport transport = BrokerTransport.plain(freePort());
    broker =
        new Broker(
            state,
            new ProcessRecords(state.processes()),
            passwords,
            distribution,
            transport,
            null,
            STARTS_FASTER);
    broker.start();
    doctor = new NodeDoctor("http://node", new Commands(List.of(), state.broker()));
    inspector = new BrokerInspector(management(BrokerUser.SCHEDULER));
    administration = management(BrokerUser.ADMIN);
  }

  @AfterAll
  static void stop() {
    broker.stop();
  }

  @Test
  @Order(1)
  void what_the_configuration_lacks_is_found_and_the_printed_lines_cure_it() throws Exception {
    assertThat(seen(FindingCode.BROKER_SETTING))
        .hasSize(2)
        .anyMatch(text -> text.startsWith("persistIdCache is false"))
        .anyMatch(text -> text.startsWith("idCacheSize is 100, not 20000"));
    assertThat(seen(FindingCode.BROKER_REFUSES))
        .singleElement()
        .asString()
        .contains("scheduler does not have permission='VIEW' on address mops.broker.getVersion");
    assertThat(seen(FindingCode.NO_OWN_QUEUE))
        .containsExactly("the broker has no queue scheduler.oversize");
    Set<String> lines =
        FOUND.stream()
            .peek(code -> assertThat(seen(code)).as(code.number()).isNotEmpty())
            .flatMap(code -> findings(code, WORKER_QUEUES).stream())
            .map(finding -> finding.cure().line())
            .collect(Collectors.toSet());
    for (String line : lines) {
      paste(line);
    }
    for (FindingCode code : FOUND.subList(1, FOUND.size())) {
      await(code.number()).atMost(PATIENCE).until(() -> seen(code).isEmpty());
    }
    restart();
    assertThat(seen(FindingCode.BROKER_SETTING)).isEmpty();
  }

  @Test
  void the_printed_line_creates_a_worker_queue_that_is_missing() throws Exception {
    Set<String> absent = Set.of("test.absent");
    Finding finding = findings(FindingCode.NO_WORKER_QUEUE, absent).get(0);
    assertThat(finding.seen()).startsWith("the broker has no queue test.absent");
    paste(finding.cure().line());
    await().atMost(PATIENCE).until(() -> findings(FindingCode.NO_WORKER_QUEUE, absent).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"scheduler.jobs", "scheduler.reports", "scheduler.dead", "scheduler.expired"})
  void a_queue_that_no_node_consumes_is_found(String queue) {
    assertThat(seen(FindingCode.NOT_CONSUMED)).contains(queue + " has no consumer, and 0 messages");
    try (JMSContext node = connections(BrokerUser.SCHEDULER).createContext()) {
      node.createConsumer(node.createQueue(queue));
      assertThat(seen(FindingCode.NOT_CONSUMED)).noneMatch(text -> text.startsWith(queue + " "));
    }
  }

  @Test
  void a_queue_that_is_paused_at_the_broker_is_found() {
    administration.invoke("queue." + QUEUE, "pause", "[]");
    assertThat(seen(FindingCode.PAUSED_AT_BROKER))
        .containsExactly("order-check is paused at the broker, with 0 messages");
    administration.invoke("queue." + QUEUE, "resume", "[]");
    assertThat(seen(FindingCode.PAUSED_AT_BROKER)).isEmpty();
  }

  @Test
  void dead_letters_that_do_not_come_to_the_quarantine_are_found() {
    set("\\\"deadLetterAddress\\\": \\\"DLQ\\\"");
    assertThat(seen(FindingCode.NOT_QUARANTINED))
        .containsExactly(
            "order-check has dead-letter-address 'DLQ' and expiry-address 'scheduler.expired'");
    unset();
    assertThat(seen(FindingCode.NOT_QUARANTINED)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\\"addressFullMessagePolicy\\\": \\\"BLOCK\\\"",
        "\\\"addressFullMessagePolicy\\\": \\\"DROP\\\"",
        "\\\"pageFullMessagePolicy\\\": \\\"DROP\\\"",
        "\\\"diskFullMessagePolicy\\\": \\\"BLOCK\\\""
      })
  void a_policy_that_blocks_a_node_or_loses_messages_is_found(String policy) {
    set(policy);
    assertThat(seen(FindingCode.FULL_POLICY))
        .singleElement()
        .asString()
        .startsWith("order-check has address-full-policy");
    unset();
    assertThat(seen(FindingCode.FULL_POLICY)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\\"addressFullMessagePolicy\\\": \\\"FAIL\\\", \\\"maxSizeBytes\\\": 50000",
        "\\\"addressFullMessagePolicy\\\": \\\"PAGE\\\", \\\"maxSizeBytes\\\": 20480, \\\"pageLimitBytes\\\": 102400, \\\"pageFullMessagePolicy\\\": \\\"FAIL\\\""
      })
  void a_queue_that_has_almost_reached_its_limit_is_found(String limit) {
    set(limit + ", \\\"pageSizeBytes\\\": 10240");
    try (JMSContext context = connections(BrokerUser.ADMIN).createContext()) {
      String text = "x".repeat(1_500);
      while (seen(FindingCode.ALMOST_FULL).isEmpty()) {
        context.createProducer().send(context.createQueue(QUEUE), text);
      }
    }
    assertThat(seen(FindingCode.ALMOST_FULL))
        .singleElement()
        .asString()
        .startsWith("order-check uses 8");
    administration.invoke("queue." + QUEUE, "removeAllMessages", "[]");
    unset();
    await().atMost(PATIENCE).until(() -> seen(FindingCode.ALMOST_FULL).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "node-7~x, HEURISTIC_OF_NODE, '1 transactions of node node-7, ended by the scheduler or by hand'",
    "an application, HEURISTIC, 1 transactions of applications"
  })
  void a_transaction_that_management_has_ended_is_found_until_it_is_forgotten(
      String branch, FindingCode code, String seen) throws XAException {
    Xid xid = new XidImpl(branch.getBytes(US_ASCII), 1, "of a test".getBytes(US_ASCII));
    try (XAJMSContext context =
        new ActiveMQXAConnectionFactory(broker.url(), broker.user(), broker.password())
            .createXAContext()) {
      XAResource resource = context.getXAResource();
      resource.start(xid, XAResource.TMNOFLAGS);
      context.createProducer().send(context.createQueue(QUEUE), "text");
      resource.end(xid, XAResource.TMSUCCESS);
      resource.prepare(xid);
      administration.invoke(
          "broker",
          "rollbackPreparedTransaction",
          "[\"%s\"]".formatted(XidImpl.toBase64String(xid)));
      assertThat(seen(code)).containsExactly(seen);
      resource.forget(xid);
    }
    assertThat(seen(code)).isEmpty();
  }

  private static void paste(String line) throws Exception {
    Path log = directory.resolve("pasted.log");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-c", GOODTIMING + line)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    shell.environment().put("CLASSES", System.getProperty("java.class.path"));
    shell.environment().putAll(STARTS_FASTER);
    assertThat(shell.start().waitFor()).as(Files.readString(log)).isZero();
  }

  /** With the configuration that it has now; the stack would copy its own again. */
  private static void restart() throws IOException {
    broker.stop();
    Files.copy(
        directory.resolve("state/broker/etc/broker.xml"),
        directory.resolve("project/tools/scheduler-dev/artemis/broker.xml"),
        StandardCopyOption.REPLACE_EXISTING);
    broker.start();
  }

  private static void set(String settings) {
    administration.invoke(
        "broker", "addAddressSettings", "[\"%s\", \"{%s}\"]".formatted(QUEUE, settings));
  }

  private static void unset() {
    administration.invoke("broker", "removeAddressSettings", "[\"%s\"]".formatted(QUEUE));
  }

  private static List<String> seen(FindingCode code) {
    return findings(code, WORKER_QUEUES).stream().map(Finding::seen).toList();
  }

  private static List<Finding> findings(FindingCode code, Set<String> workerQueues) {
    return doctor.broker(inspector.inspect(workerQueues), workerQueues).stream()
        .filter(finding -> finding.code() == code)
        .toList();
  }

  private static BrokerManagement management(BrokerUser user) {
    return new BrokerManagement(connections(user));
  }

  private static ActiveMQConnectionFactory connections(BrokerUser user) {
    return new ActiveMQConnectionFactory(broker.url(), user.user(), broker.password(user));
  }

  /** The programs of the build, and a configuration with faults. */
  private static Path project() throws IOException {
    Path ours = Path.of(System.getProperty("scheduler.root"), "tools/scheduler-dev");
    Path faulty = Files.createDirectories(directory.resolve("project/tools/scheduler-dev"));
    Files.createSymbolicLink(faulty.resolve("target"), ours.resolve("target").toAbsolutePath());
    FileTree.copy(ours.resolve("artemis"), faulty.resolve("artemis"));
    Path file = faulty.resolve("artemis/broker.xml");
    String xml = Files.readString(file);
    for (Map.Entry<String, String> fault : FAULTS.entrySet()) {
      assertThat(xml).contains(fault.getKey());
      xml = xml.replace(fault.getKey(), fault.getValue());
    }
    Files.writeString(file, xml);
    // Of an instance that 'artemis create' has made
    Files.writeString(
        faulty.resolve("artemis/artemis-users.properties"),
        "admin = a\nscheduler = b\nregistrar = c\nworker = d\n");
    Files.writeString(faulty.resolve("artemis/artemis-roles.properties"), "");
    return directory.resolve("project");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
