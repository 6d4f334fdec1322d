package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.goodtiming.scheduler.dev.ControlRequest.Action;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of another terminal, over the socket, to servers that are real processes. */
class ComponentControlTest {
  @TempDir private Path directory;

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final List<String> told = new ArrayList<>();
  private StateDirectory state;
  private ProcessRecords records;
  private ShellServer broker;
  private ControlSocket socket;

  @BeforeEach
  void layStack() {
    state = new StateDirectory(directory);
    records = new ProcessRecords(state.processes());
    broker = ShellServer.in(directory, "broker", records);
    socket = ControlSocket.open();
    socket.serve(
        new ComponentControl(
            List.of(broker, ShellServer.in(directory, "node-1", records)), records),
        executor);
    records.add(ProcessRecords.SUPERVISOR, OsProcess.of(ProcessHandle.current()));
    records.controlledAt(socket.file());
  }

  @AfterEach
  void end() {
    broker.kill();
    socket.close();
    executor.shutdownNow();
  }

  @Test
  void stopped_component_is_gone_and_no_crash() {
    broker.start();
    ask(Action.STOP, "broker");
    assertThat(broker.running()).isFalse();
    assertThat(records.isStoppedOnPurpose("broker")).isTrue();
    assertThat(told)
        .hasSize(2)
        .last()
        .isEqualTo("broker is stopped; './scheduler start broker' starts it again.");
    assertThat(told.get(0)).matches("Waiting for broker \\(pid \\d+\\) to end \\.\\.\\.");
  }

  @Test
  void killed_component_has_no_time_to_clean_up() {
    broker.run("trap 'echo cleaned up; exit' TERM; while true; do sleep 0.1; done");
    ask(Action.KILL, "broker");
    assertThat(broker.running()).isFalse();
    assertThat(broker.log()).isEmptyFile();
    assertThat(records.isStoppedOnPurpose("broker")).isTrue();
  }

  @Test
  void started_component_runs_and_its_end_is_a_crash_again() {
    ask(Action.STOP, "broker");
    ask(Action.START, "broker");
    assertThat(broker.running()).isTrue();
    assertThat(records.isStoppedOnPurpose("broker")).isFalse();
  }

  @Test
  void component_that_runs_is_not_started_twice() {
    broker.start();
    assertThatThrownBy(() -> ask(Action.START, "broker"))
        .hasMessage("DEV-0022 broker runs already (pid %d)", broker.pid());
  }

  @Test
  void unknown_component_is_refused_with_the_known_ones() {
    assertThatThrownBy(() -> ask(Action.STOP, "node-7"))
        .hasMessage("DEV-0027 the stack has no component node-7, but broker, node-1");
  }

  @Test
  void stack_that_does_not_run_is_reported() {
    records.remove(ProcessRecords.SUPERVISOR);
    assertThatThrownBy(() -> ask(Action.START, "broker"))
        .hasMessage(
            "DEV-0024 no './scheduler dev' runs on %s, so no single component can be started or stopped: start the stack first",
            directory);
  }

  @Test
  void stack_that_is_still_starting_is_reported() {
    records.notControlled();
    assertThatThrownBy(() -> ask(Action.STOP, "broker"))
        .hasMessage(
            "DEV-0025 the stack on %s is still starting: try again when it is up", directory);
  }

  @Test
  void socket_is_gone_when_the_stack_is() {
    socket.close();
    assertThat(socket.file().getParent()).doesNotExist();
    assertThatThrownBy(() -> ask(Action.STOP, "broker")).hasMessageStartingWith("DEV-0026 ");
  }

  private void ask(Action action, String component) {
    new ControlClient(state).ask(new ControlRequest(action, component), told::add);
  }
}
