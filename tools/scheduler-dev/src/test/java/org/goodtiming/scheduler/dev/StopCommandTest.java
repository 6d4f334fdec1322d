package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stops what is on record, which are real processes. */
class StopCommandTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private ShellServer supervisor;
  private ShellServer broker;

  @BeforeEach
  void layStack() {
    var records = new ProcessRecords(new StateDirectory(directory).processes());
    supervisor = ShellServer.in(directory, ProcessRecords.SUPERVISOR, records);
    broker = ShellServer.in(directory, "broker", records);
  }

  @AfterEach
  void end() {
    supervisor.kill();
    broker.kill();
  }

  @Test
  void stop_names_the_processes_it_waits_for() {
    broker.start();
    supervisor.run(
        """
        trap 'sleep 1; kill %1$d; while kill -0 %1$d; do sleep 0.1; done; exit' TERM
        echo ready
        while true; do sleep 0.1; done
        """
            .formatted(broker.pid()));
    new Readiness(supervisor, Duration.ofSeconds(10))
        .await(() -> supervisor.log().toFile().length() > 0);
    assertThat(stop()).isZero();
    assertThat(out).hasToString("Waiting for broker to end ...\nStopped the stack.\n");
    assertThat(broker.running()).isFalse();
  }

  @Test
  void component_that_a_killed_supervisor_left_behind_is_stopped() {
    broker.start();
    var pid = broker.pid();
    assertThat(stop()).isZero();
    assertThat(out)
        .hasToString(
            "Waiting for broker (pid %d), which was left behind, to end ...\nStopped broker.\n"
                .formatted(pid));
    assertThat(broker.running()).isFalse();
  }

  private int stop() {
    return SchedulerCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .execute("stop", "--state", directory.toString());
  }
}
