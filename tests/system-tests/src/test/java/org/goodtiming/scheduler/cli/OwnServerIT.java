package org.goodtiming.scheduler.cli;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A domain as Payara creates it becomes a node, by {@code goodtiming install server} alone, and is
 * a domain again; so does a base directory of WildFly.
 */
@Nightly
class OwnServerIT {
  private static final int PORT_BASE = 23_000;
  private static final String NODE = "own-1";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Path STACK =
      Path.of(System.getProperty("scheduler.root"), "tools/scheduler-dev/target/stack");
  private static final Path SERVERS = Path.of(System.getProperty("scheduler.root"), "servers");

  private final SystemStack stack = SystemStack.shared();
  private final Map<String, String> variables = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;
  private Path domains;

  @BeforeEach
  void an_address() {
    domains = directory.resolve("domains");
    variables.put("HOME", directory.toString());
    variables.put("GOODTIMING_URL", "http://127.0.0.1:%d".formatted(PORT_BASE + 80));
    variables.put("GOODTIMING_USER", stack.node(1).restUser());
    variables.put("GOODTIMING_PASSWORD", stack.node(1).restPassword());
  }

  private void createDomain() throws Exception {
    asadmin(
        "create-domain",
        "--nopassword=true",
        "--portbase",
        Integer.toString(PORT_BASE),
        "--domaindir",
        domains.toString(),
        "own");
  }

  @AfterEach
  void stopped() throws Exception {
    for (Path file : List.of(pidFile(), base().resolve("goodtiming/pid"))) {
      if (Files.exists(file)) {
        process(file).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  @Test
  void a_domain_becomes_a_node_stays_one_after_a_restart_and_is_a_domain_again_after_an_undo()
      throws Exception {
    createDomain();
    Path shipped = domains.resolve("own/config/domain.xml");
    Files.copy(shipped, directory.resolve("shipped.xml"));
    List<String> install =
        install(
            "--payara",
            STACK.resolve("payara6").toString(),
            "--domains",
            domains.toString(),
            "--domain",
            "own");
    assertThat(goodtiming(install)).as(err.toString()).isZero();
    start();
    becomesLive();
    assertThatThrownBy(() -> new Socket("127.0.0.2", PORT_BASE + 80))
        .as("it listens on 127.0.0.1 alone")
        .isInstanceOf(ConnectException.class);
    assertThat(goodtiming(install)).isZero();
    assertThat(out.toString()).endsWith("Nothing is to be done\n");

    aBrokenSettingIsFoundAndCured();
    assertThat(goodtiming(undo())).as("a node that runs is not undone").isEqualTo(1);
    stop();
    Files.writeString(
        domains.resolve("own/goodtiming/node.env"), "SCHEDULER_LOG_FORMAT=json\n", APPEND);
    start();
    becomesLive();
    List<String> log = Files.readAllLines(domains.resolve("own/logs/server.log"));
    assertThat(log.get(log.size() - 1)).startsWith("{\"Timestamp\":\"").endsWith("}");

    stop();
    assertThat(goodtiming(undo())).as(err.toString()).isZero();
    assertThat(shipped).hasSameTextualContentAs(directory.resolve("shipped.xml"));
    asadmin("start-domain", "--domaindir", domains.toString(), "own");
    assertThat(answer("http://127.0.0.1:%d/".formatted(PORT_BASE + 80)))
        .as("the front page of a server as its makers ship it")
        .contains("Payara Server");
    assertThat(applications()).contains("Nothing to list").doesNotContain("scheduler");
    stop();

    assertThat(goodtiming(install)).as(err.toString()).isZero();
    start();
    becomesLive();
  }

  @Test
  void a_base_directory_of_wildfly_becomes_a_node_stays_one_after_a_restart_and_is_deleted()
      throws Exception {
    List<String> install = install("--wildfly", wildFly().toString(), "--base", base().toString());
    assertThat(goodtiming(install)).as(err.toString()).isZero();
    Path environment = base().resolve("goodtiming/node.env");
    Files.writeString(
        environment, "SCHEDULER_PORT_OFFSET=%d\n".formatted(PORT_BASE - 8000), APPEND);
    String start = base().resolve("goodtiming/start-node").toString();
    run(List.of(start, "--wait"));
    becomesLive();
    assertThat(goodtiming(install)).isZero();
    assertThat(out.toString()).endsWith("Nothing is to be done\n");
    List<String> undo =
        List.of(
            "install",
            "server",
            "--wildfly",
            wildFly().toString(),
            "--base",
            base().toString(),
            "--undo");
    assertThat(goodtiming(undo)).as("a node that runs is not undone").isEqualTo(1);

    stopWildFly();
    Files.writeString(environment, "SCHEDULER_LOG_FORMAT=json\n", APPEND);
    run(List.of(start, "--wait"));
    becomesLive();
    List<String> log = Files.readAllLines(base().resolve("log/server.log"));
    assertThat(log.get(log.size() - 1)).startsWith("{\"timestamp\":\"").endsWith("}");

    stopWildFly();
    assertThat(goodtiming(undo)).as(err.toString()).isZero();
    assertThat(base()).isDirectoryNotContaining("glob:**{configuration,deployments,modules}");
    assertThat(environment).exists();
  }

  private void stopWildFly() throws Exception {
    ProcessHandle server = process(base().resolve("goodtiming/pid")).orElseThrow();
    server.destroy();
    await().atMost(PATIENCE).until(() -> !server.isAlive());
  }

  private Path base() {
    return directory.resolve("base");
  }

  private static Path wildFly() throws IOException {
    try (var unpacked = Files.newDirectoryStream(STACK, "wildfly-*")) {
      return unpacked.iterator().next();
    }
  }

  /** Of the server that the options name. */
  private List<String> install(String... server) throws IOException {
    List<String> command = new ArrayList<>(List.of("install", "server"));
    command.addAll(List.of(server));
    command.addAll(
        List.of(
            "--node",
            NODE,
            "--url",
            stack.database().url(),
            "--broker",
            "127.0.0.1:%d".formatted(stack.devStack().broker().port()),
            "--archives",
            archives().toString(),
            "--passwords",
            passwords().toString()));
    return command;
  }

  private void aBrokenSettingIsFoundAndCured() throws Exception {
    assertThat(examine()).isEmpty();
    String port = Integer.toString(PORT_BASE + 48);
    asadmin(
        "--port",
        port,
        "set",
        "configs.config.server-config.transaction-service.automatic-recovery=false");
    asadmin("--port", port, "delete-jvm-options", "-Xmx768m");
    asadmin("--port", port, "create-jvm-options", "-Xmx512m");

    List<String> found = examine();
    String asadmin = STACK.resolve("payara6/bin/asadmin") + " --port " + port;

    assertThat(found)
        .containsExactly(
            "GTD-311 error: transaction-service.automatic-recovery is 'false', not 'true'",
            "  %s set configs.config.server-config.transaction-service.automatic-recovery=true"
                .formatted(asadmin),
            "    while the node runs; then start it again",
            "GTD-312 warning: the largest heap is 512m",
            "  %1$s delete-jvm-options -Xmx512m && %1$s create-jvm-options -Xmx768m"
                .formatted(asadmin),
            "    while the node runs; then start it again");
    run(List.of("sh", "-c", found.get(1)));
    run(List.of("sh", "-c", found.get(4)));
    assertThat(examine()).isEmpty();
  }

  /** What the doctor says of the files of the domain. */
  private List<String> examine() {
    StringWriter answer = new StringWriter();
    Goodtiming.commandLine(new Surroundings(Map.of()))
        .setOut(new PrintWriter(answer, true))
        .setErr(new PrintWriter(err, true))
        .execute("doctor", "--database-only", "--node-home", domains.resolve("own").toString());
    return answer.toString().lines().takeWhile(line -> !line.startsWith("GTD-197 ")).toList();
  }

  private List<String> undo() {
    return List.of(
        "install",
        "server",
        "--payara",
        STACK.resolve("payara6").toString(),
        "--domains",
        domains.toString(),
        "--domain",
        "own",
        "--undo");
  }

  private void stop() throws Exception {
    ProcessHandle server = server();
    asadmin("stop-domain", "--domaindir", domains.toString(), "own");
    await().atMost(PATIENCE).until(() -> !server.isAlive());
  }

  private static String answer(String url) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
        .body();
  }

  private void becomesLive() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(nodes()).contains("\"name\":\"%s\",\"live\":true".formatted(NODE)));
  }

  /** What the node itself answers, or why it does not. */
  private String nodes() {
    StringWriter answer = new StringWriter();
    Goodtiming.commandLine(new Surroundings(variables))
        .setOut(new PrintWriter(answer, true))
        .setErr(new PrintWriter(answer, true))
        .execute("node", "list", "-o", "jsonl");
    return answer.toString();
  }

  private ProcessHandle server() throws IOException {
    return process(pidFile()).orElseThrow();
  }

  private static Optional<ProcessHandle> process(Path file) throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readString(file).strip()));
  }

  private Path pidFile() {
    return domains.resolve("own/config/pid");
  }

  private void start() throws Exception {
    run(List.of(domains.resolve("own/goodtiming/start-node").toString()));
  }

  private int goodtiming(List<String> arguments) {
    return Goodtiming.commandLine(new Surroundings(variables))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.toArray(String[]::new));
  }

  /** As directory server of a release has them. */
  private Path archives() throws IOException {
    Path archives = Files.createDirectory(directory.resolve("server"));
    for (Path file :
        List.of(
            STACK.resolve("apps/artemis-ra.rar"),
            STACK.resolve("apps/scheduler-ear.ear"),
            STACK.resolve("gate/scheduler-gate.jar"),
            STACK.resolve("lib/postgresql.jar"),
            STACK.resolve("lib/scheduler-datasource.jar"))) {
      Files.copy(file, archives.resolve(file.getFileName()));
    }
    for (String file :
        List.of(
            "payara/pre-boot.asadmin",
            "payara/post-boot.asadmin",
            "wildfly/scheduler.cli",
            "wildfly/module.xml")) {
      Path copy = archives.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(SERVERS.resolve(file), copy);
    }
    return archives;
  }

  /**
   * As the commands that install database and broker leave it, with the password of the user that
   * the first login at any node makes.
   */
  private Path passwords() throws IOException {
    var database = stack.database();
    var broker = stack.devStack().broker();
    return Files.write(
        directory.resolve("passwords.env"),
        List.of(
            "SCHEDULER_XA_PASSWORD=" + database.password(DatabaseUser.XA),
            "SCHEDULER_LEASE_PASSWORD=" + database.password(DatabaseUser.LEASE),
            "SCHEDULER_READ_PASSWORD=" + database.password(DatabaseUser.READER),
            "SCHEDULER_BROKER_PASSWORD=" + broker.password(BrokerUser.SCHEDULER),
            "SCHEDULER_BROKER_REGISTRAR_PASSWORD=" + broker.password(BrokerUser.REGISTRAR),
            "SCHEDULER_BROKER_WORKER_PASSWORD=" + broker.password(BrokerUser.WORKER),
            "SCHEDULER_REST_ADMIN_PASSWORD=" + stack.node(1).restPassword()));
  }

  private static String applications() throws Exception {
    return asadmin("--port", Integer.toString(PORT_BASE + 48), "list-applications");
  }

  private static String asadmin(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(STACK.resolve("payara6/bin/asadmin").toString());
    command.add("--interactive=false");
    command.addAll(List.of(arguments));
    return run(command);
  }

  private static String run(List<String> command) throws Exception {
    Path log = Files.createTempFile("own-server", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    int status = builder.start().waitFor();
    String output = Files.readString(log);
    assertThat(status).as("%s%n%s", command, output).isZero();
    Files.delete(log);
    return output;
  }
}
