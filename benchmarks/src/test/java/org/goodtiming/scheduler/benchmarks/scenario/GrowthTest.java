package org.goodtiming.scheduler.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.goodtiming.scheduler.benchmarks.CpuPerJob;
import org.goodtiming.scheduler.benchmarks.Figure;
import org.junit.jupiter.api.Test;

class GrowthTest {

  @Test
  void the_round_in_the_middle_counts_with_its_own_processor_time() {
    var slow = figure(4, 10);
    var middle = figure(2, 30);
    var fast = figure(1, 20);
    assertThat(Growth.median(List.of(fast, slow, middle))).isEqualTo(middle);
  }

  @Test
  void nothing_is_a_multiple_of_nothing() {
    assertThat(Texts.ratio(105, 100)).isEqualTo("1.05");
    assertThat(Texts.ratio(3, 0)).isEmpty();
  }

  private static Figure figure(double seconds, double cpu) {
    return new Figure(100, seconds, new CpuPerJob("Payara", cpu, 0, 0));
  }
}
