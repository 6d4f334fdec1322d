package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.system.Disruptive;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code ./scheduler stop|start COMPONENT} of another terminal, on a stack that goes on. */
@Disruptive
@Nightly
class ComponentCommandsIT {

  private final SystemStack shared = SystemStack.shared();
  private final DevStack stack = shared.devStack();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void no_jobs() {
    shared.clear();
  }

  @AfterEach
  void bring_back() {
    if (!stack.database().running()) {
      stack.database().start();
    }
    if (!stack.broker().running()) {
      stack.broker().start();
    }
    shared.startAllNodes();
  }

  @Test
  void broker_that_is_killed_on_purpose_is_no_crash_and_comes_back_with_start() {
    long before = stack.broker().pid();
    assertThat(execute("stop", "broker", "--kill")).isZero();
    assertThat(stack.broker().running()).isFalse();
    assertThat(stack.ended()).isEmpty();
    assertThat(status("broker")).endsWith("stopped on purpose");
    assertThat(execute("start", "broker")).isZero();
    assertThat(stack.broker().pid()).isNotEqualTo(before);
    assertThat(status("broker")).endsWith(" up");
  }

  @Test
  void leader_is_a_name_for_the_node_that_leads() {
    String leader = shared.value("SELECT holder FROM scheduler.lease_status WHERE state = 'held'");
    assertThat(execute("stop", "leader", "--kill")).isZero();
    assertThat(status(leader)).endsWith("stopped on purpose");
  }

  @Test
  void node_waits_for_the_database_that_somebody_stopped_and_is_up_when_that_is() throws Exception {
    assertThat(execute("stop", "node-2")).isZero();
    assertThat(execute("stop", "database")).isZero();
    assertThat(status("node-2")).endsWith("stopped on purpose");
    assertThat(status("database")).endsWith("stopped on purpose");
    var starting = new Thread(() -> execute("start", "node-2"), "start node-2");
    starting.start();
    await()
        .untilAsserted(
            () -> assertThat(out.toString()).contains("waits until somebody starts database"));
    await().untilAsserted(() -> assertThat(execute("stop", "node-2")).isEqualTo(1));
    assertThat(err.toString()).contains("DEV-0023 node-2 is being started or stopped");
    assertThat(execute("start", "database")).isZero();
    starting.join(Duration.ofMinutes(3).toMillis());
    assertThat(stack.node(2).healthy()).isTrue();
    assertThat(status("node-2")).endsWith(" up");
  }

  @Test
  void crash_is_reported_with_the_signal_and_the_end_of_the_log() {
    var broker = ProcessHandle.of(stack.broker().pid()).orElseThrow();
    broker.destroyForcibly();
    await().untilAsserted(() -> assertThat(stack.ended()).containsOnlyKeys("broker"));
    assertThat(stack.ended().get("broker"))
        .startsWith("broker has ended (killed by signal 9")
        .contains("the end of its log " + stack.broker().log())
        .contains("\n  | ");
    assertThat(status("broker")).endsWith(" down");
    assertThat(execute("start", "broker")).isZero();
    assertThat(stack.ended()).isEmpty();
  }

  private String status(String component) {
    var lines = new StringWriter();
    command(lines).execute("status", "--state", stack.state().toString());
    return lines
        .toString()
        .lines()
        .filter(line -> line.startsWith(component + " "))
        .findFirst()
        .orElseThrow();
  }

  private int execute(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.add("--state=" + stack.state());
    return command(out).execute(all.toArray(String[]::new));
  }

  private CommandLine command(StringWriter lines) {
    return SchedulerCommand.commandLine()
        .setOut(new PrintWriter(lines, true))
        .setErr(new PrintWriter(err, true));
  }
}
