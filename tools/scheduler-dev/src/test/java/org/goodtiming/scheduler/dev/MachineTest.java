package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTest {
  @Test
  void cores_limit_the_nodes_where_memory_is_plenty() {
    assertThat(new Machine(2, 64_000).mostNodes()).isEqualTo(8);
  }

  @Test
  void memory_limits_the_nodes_where_cores_are_plenty() {
    assertThat(new Machine(64, 16_000).mostNodes()).isEqualTo(10);
  }

  @Test
  void smallest_machine_may_try_one_node() {
    assertThat(new Machine(1, 1_000).mostNodes()).isEqualTo(1);
  }

  @Test
  void this_machine_is_measured() {
    assertThat(Machine.here().cores()).isPositive();
    assertThat(Machine.here().mebibytes()).isGreaterThan(100);
  }
}
