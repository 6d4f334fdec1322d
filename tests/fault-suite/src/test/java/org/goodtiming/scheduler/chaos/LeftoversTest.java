package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The report of a storm has a line for each server, whether it is alive or dead. */
class LeftoversTest {

  @Test
  void a_living_server_has_descriptors_and_memory() {
    assertThat(Leftovers.row("node-1", ProcessHandle.current().pid(), 3))
        .matches("\\| node-1 \\| [1-9]\\d* \\| [1-9]\\d* \\| 3 \\|");
  }

  @Test
  void a_dead_server_is_a_line_too() throws Exception {
    var process = new ProcessBuilder("true").start();
    process.waitFor();
    assertThat(Leftovers.row("node-1", process.pid(), 3)).isEqualTo("| node-1 | dead | dead | 3 |");
  }
}
