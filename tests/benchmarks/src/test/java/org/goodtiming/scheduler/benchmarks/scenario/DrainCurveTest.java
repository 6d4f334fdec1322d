package org.goodtiming.scheduler.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.goodtiming.scheduler.benchmarks.scenario.DrainCurve.Point;
import org.goodtiming.scheduler.benchmarks.scenario.DrainCurve.Stretch;
import org.junit.jupiter.api.Test;

class DrainCurveTest {

  private final DrainCurve curve =
      new DrainCurve(
          List.of(
              new Point(0, 0, 0, 50),
              new Point(1, 60, 7, 80),
              new Point(2, 120, 3, 70),
              new Point(4, 240, 9, 60),
              new Point(5, 250, 0, 55)));

  @Test
  void a_stretch_ends_with_the_first_sample_that_finds_enough() {
    assertThat(curve.stretches(100))
        .containsExactly(
            new Stretch(120, 2, 60, 7, 80),
            new Stretch(240, 4, 60, 9, 70),
            new Stretch(250, 5, 10, 9, 60));
  }

  @Test
  void the_extremes_are_those_of_all_samples() {
    assertThat(curve.mostInQueue()).isEqualTo(9);
    assertThat(curve.mostHeap()).isEqualTo(80);
  }

  @Test
  void without_samples_there_is_nothing() {
    assertThat(new DrainCurve(List.of()).stretches(100)).isEmpty();
  }
}
