package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.dev.SchedulerCommand;
import org.junit.jupiter.api.Test;

/** {@code ./scheduler asadmin}, {@code artemis} and {@code sql} on a stack that runs. */
@Nightly
class ServerToolsIT {

  private final SystemStack stack = SystemStack.shared();

  @Test
  void asadmin_works_on_the_node_that_is_named() throws Exception {
    Process process = start("asadmin", "--node", "node-2", "_get-host-and-port");
    assertThat(output(process)).contains("localhost:" + stack.node(2).httpPort());
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void failure_of_a_tool_is_a_failure_of_the_command() throws Exception {
    Process asadmin = start("asadmin", "undeploy", "no-such-application");
    assertThat(output(asadmin)).contains("no-such-application");
    assertThat(asadmin.waitFor()).isEqualTo(1);
    Process artemis = start("artemis", "queue", "stat", "--no-such-option");
    assertThat(output(artemis)).contains("--no-such-option");
    assertThat(artemis.waitFor()).isEqualTo(1);
  }

  @Test
  void sql_prints_the_results_of_all_statements() throws Exception {
    Process process =
        start(
            "sql",
            "--as",
            "scheduler_owner",
            "UPDATE scheduler.worker_queue SET paused = paused WHERE name = 'order-check';"
                + " SELECT name, last_error FROM scheduler.worker_queue WHERE name = 'order-check'");
    assertThat(output(process))
        .isEqualTo(
            """
            1 row changed
             name        | last_error
            -------------+------------
             order-check |
            (1 row)
            """);
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void sql_that_is_refused_is_reported_in_one_line() throws Exception {
    Process process = start("sql", "DELETE FROM scheduler.job");
    assertThat(output(process))
        .isEqualTo(
            "DEV-0021 the statement failed as scheduler_read:"
                + " ERROR: permission denied for table job\n");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void no_password_is_among_the_arguments_of_a_process() throws Exception {
    Process process =
        start(
            "artemis", "consumer", "--destination", "queue://test.caller", "--message-count", "1");
    try {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> arguments(process).contains("queue://test.caller --message-count"));
      assertThat(arguments(process)).doesNotContain(stack.broker().password());
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  private static String arguments(Process process) throws IOException {
    StringBuilder all = new StringBuilder();
    for (ProcessHandle handle : process.descendants().toList()) {
      all.append(Files.readString(Path.of("/proc/" + handle.pid() + "/cmdline")));
    }
    return all.toString().replace('\0', ' ');
  }

  private Process start(String tool, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dscheduler.project=" + System.getProperty("scheduler.root"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SchedulerCommand.class.getName(), tool));
    command.addAll(List.of("--state", stack.devStack().state().toString()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
