package org.goodtiming.scheduler.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import org.junit.jupiter.api.Test;

class StatisticsTest {

  @Test
  void the_median_of_an_odd_number_of_figures_is_the_one_in_the_middle() {
    assertThat(Statistics.of(List.of(9.0, 1.0, 4.0))).isEqualTo(new Statistics(4, 1, 9));
  }

  @Test
  void the_median_of_an_even_number_of_figures_is_between_the_two_in_the_middle() {
    assertThat(Statistics.of(List.of(1.0, 10.0, 2.0, 4.0))).isEqualTo(new Statistics(3, 1, 10));
  }

  @Test
  void no_figures_have_no_median() {
    assertThatThrownBy(() -> Statistics.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_quantile_is_a_figure_that_was_measured() {
    var hundred = new long[100];
    for (int i = 0; i < 100; i++) {
      hundred[i] = i + 1;
    }
    assertThat(Statistics.quantile(hundred, 0.5)).isEqualTo(50);
    assertThat(Statistics.quantile(hundred, 0.99)).isEqualTo(99);
    assertThat(Statistics.quantile(hundred, 1)).isEqualTo(100);
    assertThat(Statistics.quantile(new long[] {7}, 0.5)).isEqualTo(7);
    assertThat(Statistics.quantile(new long[0], 0.99)).isZero();
  }

  @Test
  void lateness_is_given_in_milliseconds_and_may_be_negative() {
    assertThat(Lateness.of(new long[] {-1500, 250, 2000}))
        .isEqualTo(new Lateness(-1.5, 0.25, 2, 2, 2));
  }
}
