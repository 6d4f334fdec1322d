package org.goodtiming.scheduler.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.goodtiming.scheduler.benchmarks.CpuPerJob;
import org.goodtiming.scheduler.benchmarks.Figure;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
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

  @Test
  void rows_are_compared_with_what_first_and_last_give_for_their_place() {
    var ratios = new GrowthTables(List.of(stage(10), stage(33), stage(20))).all().get(2).rows();
    assertThat(ratios).extracting(row -> row.get(1)).containsExactly("1.00", "2.20", "2.00");
  }

  private static Growth.Stage stage(double jobsPerSecond) {
    var figure = figure(100 / jobsPerSecond, 10);
    return new Growth.Stage(
        "stage", figure, figure, figure, Lateness.NONE, new PollCost.Cost(1, 1), figure.cpu());
  }

  private static Figure figure(double seconds, double cpu) {
    return new Figure(100, seconds, new CpuPerJob("Payara", cpu, 0, 0));
  }
}
