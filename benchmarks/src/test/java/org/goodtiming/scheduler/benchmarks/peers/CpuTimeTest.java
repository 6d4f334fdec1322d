package org.goodtiming.scheduler.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CpuTimeTest {

  @Test
  void time_of_children_that_have_ended_counts() {
    var stat = "42 (a (strange) name) S 1 42 42 0 -1 4194304 1 2 3 4 500 60 7 1 20 0 1 0 100";
    assertThat(CpuTime.micros(stat)).isEqualTo(568 * 10_000.0);
  }

  @Test
  void a_process_that_works_uses_more() {
    var cpu = new CpuTime(ProcessHandle.current().pid());
    double before = cpu.micros();
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (cpu.micros() <= before && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(cpu.micros()).isGreaterThan(before);
  }
}
