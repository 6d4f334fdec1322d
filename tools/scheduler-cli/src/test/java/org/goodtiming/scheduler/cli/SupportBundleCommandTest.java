package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bundle of a machine whose node and database do not answer; CommandLineIT has a live one. */
class SupportBundleCommandTest {

  private static final String OF_NODE = "xa-password-of-node-env";
  private static final String OF_BROKER = "password-in-artemis-users";
  private static final String OF_READER = "password-of-the-reader";
  private static final String OF_OPERATOR = "password-of-the-operator";
  private static final String IN_BROKER_XML = "password-in-broker-xml";

  @TempDir private Path directory;
  private final Map<String, String> variables = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path bundle;
  private String node = "domain";

  @BeforeEach
  void a_domain_and_a_broker() throws IOException {
    bundle = directory.resolve("bundle.zip");
    write("domain/config/domain.xml", "<domain><property name=\"host\" value=\"h\"/></domain>");
    write(
        "domain/goodtiming/node.env",
        "SCHEDULER_NODE_NAME=node-1\nSCHEDULER_XA_PASSWORD=%s\n".formatted(OF_NODE));
    write("domain/goodtiming/pre-boot.asadmin", "create-module-config jms-service\n");
    write(
        "domain/logs/server.log",
        IntStream.rangeClosed(1, 50)
            .mapToObj("line %d of the log\n"::formatted)
            .collect(Collectors.joining("", "", "login with %s refused\n".formatted(OF_NODE))));
    write(
        "broker/etc/broker.xml",
        "<core><cluster-password>%s</cluster-password><name>b</name></core>"
            .formatted(IN_BROKER_XML));
    write("broker/etc/artemis-users.properties", "scheduler = %s\n".formatted(OF_BROKER));
    write("broker/etc/artemis-roles.properties", "scheduler = scheduler\n");
    write("broker/etc/artemis.profile", "JAVA_ARGS=\"-Xmx1g\"\n");
    write("broker/log/artemis.log", "user scheduler with %s refused\n".formatted(OF_BROKER));
    Path secret = write("reader", OF_READER + "\n");
    variables.put("HOME", directory.toString());
    variables.put("GOODTIMING_URL", "http://127.0.0.1:%d".formatted(unusedPort()));
    variables.put("GOODTIMING_USER", "operator");
    variables.put("GOODTIMING_PASSWORD", OF_OPERATOR);
    variables.put(
        "GOODTIMING_DATABASE", "jdbc:postgresql://127.0.0.1:%d/scheduler".formatted(unusedPort()));
    variables.put("GOODTIMING_DATABASE_PASSWORD_FILE", secret.toString());
  }

  @Test
  void configuration_findings_and_logs_are_in_it_and_no_secret() throws IOException {
    assertThat(execute("--log-lines", "3")).as(err.toString()).isZero();
    Map<String, String> parts = parts();
    assertThat(parts)
        .containsOnlyKeys(
            "about.txt",
            "doctor.jsonl",
            "server/config/domain.xml",
            "server/goodtiming/node.env",
            "server/goodtiming/pre-boot.asadmin",
            "server/logs/server.log",
            "broker/etc/broker.xml",
            "broker/etc/artemis-roles.properties",
            "broker/etc/artemis.profile",
            "broker/log/artemis.log");
    assertThat(parts.get("doctor.jsonl")).contains("GTD-101", "GTD-201", "GTD-301");
    assertThat(parts.get("server/goodtiming/node.env"))
        .isEqualTo("SCHEDULER_NODE_NAME=node-1\nSCHEDULER_XA_PASSWORD=***\n");
    assertThat(parts.get("server/logs/server.log"))
        .isEqualTo("line 49 of the log\nline 50 of the log\nlogin with *** refused\n");
    assertThat(parts.get("broker/etc/broker.xml")).contains("<name>b</name>");
    assertThat(parts.get("broker/log/artemis.log")).isEqualTo("user scheduler with *** refused\n");
    assertThat(String.join("\n", parts.values()))
        .doesNotContain(OF_NODE, OF_BROKER, OF_READER, OF_OPERATOR, IN_BROKER_XML);
  }

  @ParameterizedTest
  @CsvSource({
    "configuration/standalone-full.xml, goodtiming, log/server.log",
    "servers/goodtiming/server.xml, servers/goodtiming, servers/goodtiming/logs/messages.log"
  })
  void a_base_directory_is_no_broken_domain(String configuration, String ours, String log)
      throws IOException {
    write("base/" + configuration, "<server/>");
    write("base/" + ours + "/node.env", "SCHEDULER_XA_PASSWORD=%s\n".formatted(OF_NODE));
    write("base/" + log, "login with %s refused\n".formatted(OF_NODE));
    node = "base";
    assertThat(execute()).isZero();
    assertThat(parts())
        .containsKey("server/" + configuration)
        .containsEntry("server/" + ours + "/node.env", "SCHEDULER_XA_PASSWORD=***\n")
        .containsEntry("server/" + log, "login with *** refused\n");
    assertThat(parts().get("doctor.jsonl")).contains("GTD-314").doesNotContain("GTD-310");
  }

  @Test
  void both_brokers_of_a_pair_are_in_it_and_no_secret() throws IOException {
    write("backup/etc/artemis-users.properties", "scheduler = password-of-the-backup\n");
    write("backup/etc/broker.xml", "<core><name>backup</name></core>");
    write("backup/log/artemis.log", "scheduler with password-of-the-backup refused\n");
    assertThat(execute("--broker-home", directory.resolve("backup").toString())).isZero();
    assertThat(parts().get("broker/etc/broker.xml")).contains("<name>b</name>");
    assertThat(parts().get("broker-2/etc/broker.xml")).contains("<name>backup</name>");
    assertThat(parts().get("broker-2/log/artemis.log")).isEqualTo("scheduler with *** refused\n");
  }

  @Test
  void progress_is_shown_on_a_terminal_and_erased_before_other_output() {
    variables.put("GOODTIMING_PROGRESS", "line");
    assertThat(execute()).isZero();
    assertThat(err.toString())
        .startsWith("\r\u001b[Kdoctor.jsonl\r\u001b[Kdatabase.txt\r\u001b[Knode/health.json")
        .contains("broker/log/artemis.log\r\u001b[KMissing: ");
    assertThat(out.toString()).doesNotContain("\r");
  }

  @Test
  void passwords_are_asked_for_once_and_before_the_progress() {
    variables.put("GOODTIMING_PROGRESS", "line");
    variables.remove("GOODTIMING_PASSWORD");
    variables.remove("GOODTIMING_DATABASE_PASSWORD_FILE");
    assertThat(execute()).isZero();
    assertThat(err.toString())
        .startsWith("scheduler_read? operator? \r\u001b[Kdoctor.jsonl")
        .containsOnlyOnce("scheduler_read?")
        .containsOnlyOnce("operator?");
  }

  @Test
  void it_says_what_is_missing_and_why() throws IOException {
    assertThat(execute()).isZero();
    assertThat(out.toString()).isEqualToIgnoringNewLines(bundle.toString());
    assertThat(err.toString())
        .as("no terminal")
        .doesNotContain("\u001b")
        .contains("Missing: node/health.json: http://127.0.0.1:", "does not answer")
        .contains("Missing: database.txt: ", "Missing: server/goodtiming/post-boot.asadmin: ");
    assertThat(parts().get("about.txt")).contains("node/metrics.txt: ", "database.txt: ");
    assertThat(Files.getPosixFilePermissions(bundle))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void no_file_is_overwritten() throws IOException {
    Files.writeString(bundle, "mine");
    assertThat(execute()).isEqualTo(2);
    assertThat(err.toString()).contains(bundle + " exists: give another --file");
    assertThat(bundle).hasContent("mine");
  }

  @Test
  void more_brokers_than_a_pair_has_are_refused() {
    assertThat(execute("--broker-home=b", "--broker-home=c")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo("--broker-home is given 3 times, and a pair has two brokers\n");
    assertThat(bundle).doesNotExist();
  }

  private int execute(String... options) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "support-bundle",
                "--file",
                bundle.toString(),
                "--node-home",
                directory.resolve(node).toString(),
                "--broker-home",
                directory.resolve("broker").toString()));
    all.addAll(List.of(options));
    return Goodtiming.commandLine(new Surroundings(variables, this::ask), all)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  private String ask(String owner) {
    err.write(owner + "? ");
    return "secret";
  }

  private Map<String, String> parts() throws IOException {
    return parts(bundle);
  }

  /** The texts of a bundle by their names. */
  static Map<String, String> parts(Path file) throws IOException {
    Map<String, String> parts = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        parts.put(entry.getName(), new String(zip.readAllBytes(), UTF_8));
      }
    }
    return parts;
  }

  private Path write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
