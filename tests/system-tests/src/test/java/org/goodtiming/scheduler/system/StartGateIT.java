package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.chaos.Chaos;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.system.LeftBehind.Begun;
import org.goodtiming.scheduler.system.LeftBehind.TransactionManager;
import org.goodtiming.scheduler.system.LeftBehind.Work;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must hold before the server of a node starts. */
@Disruptive
class StartGateIT {

  private static final Path JAR =
      Path.of(
          System.getProperty("scheduler.root"),
          "tools/scheduler-dev/target/stack/gate/scheduler-gate.jar");

  @TempDir private Path transactionLog;
  @TempDir private Path directory;

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  @BeforeEach
  void no_jobs() {
    stack.clear();
  }

  @AfterEach
  void broker_up() {
    List.of(1, 2).forEach(number -> stack.node(number).resume());
    registrant.close();
    if (!stack.broker().running()) {
      stack.broker().start();
    }
  }

  @Nightly
  @Test
  void a_second_node_of_a_live_nodes_name_may_not_start() throws Exception {
    Process gate = gate("node-1");
    assertThat(output(gate))
        .contains("SCHED-0621 a node named 'node-1' is running.")
        .contains("SCHEDULER_NODE_NAME")
        .contains("database sessions from");
    assertThat(gate.exitValue()).isEqualTo(1);
  }

  @Test
  void a_server_does_not_start_with_an_old_schema() throws Exception {
    String newest = stack.value("SELECT max(version) FROM scheduler.schema_version");
    stack.execute("DELETE FROM scheduler.schema_version WHERE version = " + newest);
    try {
      Process gate = gate("node-8");
      assertThat(output(gate)).contains("SCHED-0501 ").doesNotContain("may start");
      assertThat(gate.exitValue()).isEqualTo(1);
    } finally {
      stack.execute("INSERT INTO scheduler.schema_version (version) VALUES (" + newest + ")");
    }
  }

  /**
   * Without it Payara commits in the database, forgets, and later rolls the broker's branch back.
   */
  @Test
  void the_server_waits_for_the_broker_and_what_was_half_committed_is_ended_before_it_starts()
      throws Exception {
    registrant.send(
        "x", Map.of("scheduler_jobId", "half", "scheduler_dueAt", "2100-01-01T00:00:00Z"));
    await().until(() -> stack.ledger("waiting") == 1);
    registrant.send(
        "x", Map.of("scheduler_jobId", "undecided", "scheduler_dueAt", "2100-01-01T00:00:00Z"));
    await().until(() -> stack.ledger("waiting") == 2);
    LeftBehind half =
        LeftBehind.bothPrepared(stack, new Begun("node-8", TransactionManager.NARAYANA), "half")
            .databaseCommits();
    half.close();
    LeftBehind undecided = LeftBehind.bothPrepared(stack, "node-8", "undecided");
    undecided.close();
    stack.broker().kill();
    Process gate = gate("node-8");
    assertThat(gate.waitFor(3, TimeUnit.SECONDS)).as("it waits").isFalse();
    stack.broker().start();
    assertThat(output(gate))
        .contains(
            "SCHED-0620 the server waits for the broker at 127.0.0.1:%d: "
                .formatted(stack.broker().port()))
        .contains("may start");
    assertThat(gate.exitValue()).isZero();
    assertThat(broker.messagesOn("test.registration")).isEqualTo(1);
    assertThat(broker.heuristicOutcomesOf("node-8")).isEmpty();
    assertThat(resolutionOf(half)).isEqualTo("commit: the database has committed");
    assertThat(resolutionOf(undecided)).contains("roll back: none has committed yet");
  }

  /** Nothing tells the node of a branch that an application has left prepared on Open Liberty. */
  @Nightly
  @ParameterizedTest
  @CsvSource({"liberty, true", "payara, false"})
  void the_log_stays_while_a_transaction_is_in_doubt_that_only_the_log_may_know(
      String server, boolean stays) throws Exception {
    Path log = Files.createDirectories(transactionLog.resolve("tranlog"));
    try (AutoCloseable left = LeftBehind.foreign(stack, "test.registration")) {
      Process gate = gate("node-8", Map.of("SCHEDULER_SERVER", server));
      String output = output(gate);
      assertThat(output).contains("may start");
      assertThat(output.contains("SCHED-0626 1 transactions are in doubt")).isEqualTo(stays);
      assertThat(Files.exists(log)).isEqualTo(stays);
      assertThat(broker.preparedTransactions()).as("the server ends it").hasSize(1);
    }
  }

  /** The nodes are frozen: only the gate decides. */
  @Nightly
  @ParameterizedTest
  @CsvSource({
    "true, commit: the database has committed, 0",
    "false, roll back: the database has rolled back, 1"
  })
  void a_gate_that_follows_one_that_was_killed_ends_the_second_branch_like_the_first(
      boolean databaseCommits, String resolution, int messages) throws Exception {
    List.of(1, 2).forEach(number -> stack.node(number).suspend());
    broker.connectionsOn("scheduler.jobs").forEach(broker::closeConnection);
    registrant.send(
        "x", Map.of("scheduler_jobId", "half", "scheduler_dueAt", "2100-01-01T00:00:00Z"));
    LeftBehind left =
        LeftBehind.brokerPrepared(
            stack, new Begun("node-8", TransactionManager.PAYARA), Work.REGISTRATION, "half");
    if (databaseCommits) {
      left.databaseCommitsUnprepared();
    }
    left.close();
    assertThat(broker.preparedTransactions()).hasSize(2);

    Process killed = gate("node-8", diesAfterTheFirstBranch());
    assertThat(output(killed)).doesNotContain("may start");
    assertThat(killed.exitValue()).isNotZero();
    assertThat(broker.preparedTransactions()).as("the other branch").hasSize(1);
    assertThat(resolutionOf(left)).as("not noted").isEqualTo("null");

    Process gate = gate("node-8");
    assertThat(output(gate)).contains("may start");
    assertThat(gate.exitValue()).isZero();
    assertThat(broker.preparedTransactions()).isEmpty();
    assertThat(resolutionOf(left)).isEqualTo(resolution);
    assertThat(broker.messagesOn("scheduler.jobs")).isEqualTo(messages);
    assertThat(broker.heuristicOutcomesOf("node-8")).isEmpty();

    List.of(1, 2).forEach(number -> stack.node(number).resume());
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> broker.messagesOn("scheduler.jobs") == 0 && stack.ledger("waiting") == 1);
    assertThat(stack.ledger("registered")).isEqualTo(1);
    assertThat(stack.ledger("difference")).isZero();
  }

  /** A gate has the options of its node's server, so that Byteman can be its agent too. */
  private Map<String, String> diesAfterTheFirstBranch() throws IOException {
    String rule =
        """
        RULE %1$s
        CLASS org.goodtiming.scheduler.recovery.BrokerBranches
        METHOD %1$s
        AT EXIT
        IF TRUE
        DO killJVM()
        ENDRULE

        """;
    Path script = directory.resolve("first-branch.btm");
    Files.writeString(script, rule.formatted("commit") + rule.formatted("rollBack"));
    return Map.of(
        "JAVA_TOOL_OPTIONS",
        Chaos.agentOption(directory.resolve("state")) + ",script:'%s'".formatted(script));
  }

  /** By the gate, or by the leader's watch, which sees the broker come back too. */
  private String resolutionOf(LeftBehind transaction) {
    return stack.value(
        """
        SELECT string_agg(action || ': ' || reason, ', ')
          FROM scheduler.in_doubt_resolution WHERE gtrid = '%s'
        """
            .formatted(transaction.gtrid()));
  }

  private String output(Process gate) throws IOException, InterruptedException {
    String output = new String(gate.getInputStream().readAllBytes(), UTF_8);
    assertThat(gate.waitFor(Duration.ofMinutes(1).toSeconds(), TimeUnit.SECONDS)).isTrue();
    return output;
  }

  private Process gate(String node) throws IOException {
    return gate(node, Map.of());
  }

  private Process gate(String node, Map<String, String> environment) throws IOException {
    ProcessBuilder gate =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                JAR.toString())
            .redirectErrorStream(true);
    gate.environment()
        .putAll(
            Map.of(
                "SCHEDULER_NODE_NAME", node,
                "SCHEDULER_TX_LOG_DIR", transactionLog.toString(),
                "SCHEDULER_DB_HOST", stack.database().host(),
                "SCHEDULER_DB_PORT", Integer.toString(stack.database().port()),
                "SCHEDULER_DB_NAME", "scheduler",
                "SCHEDULER_XA_PASSWORD", stack.database().password(DatabaseUser.XA),
                "SCHEDULER_BROKER_HOST", stack.broker().host(),
                "SCHEDULER_BROKER_PORT", Integer.toString(stack.broker().port()),
                "SCHEDULER_BROKER_USER", stack.broker().user(),
                "SCHEDULER_BROKER_PASSWORD", stack.broker().password()));
    gate.environment().putAll(environment);
    return gate.start();
  }
}
