package org.goodtiming.scheduler.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistogramTest {

  private static final Offset<Double> NEARLY = within(1e-9);

  private final Histogram histogram = new Histogram();

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0",
    "PT0.001S, 0",
    "PT0.001001S, 1",
    "PT0.002S, 1",
    "PT0.5S, 8",
    "PT1S, 9",
    "PT30S, 13",
    "PT1M, 14",
    "PT1H, 17",
    "PT1H0.000001S, 18",
    "P3D, 18"
  })
  void a_time_counts_in_the_first_bucket_whose_bound_it_does_not_exceed(Duration time, int bucket) {
    histogram.add(time.toNanos() / 1_000);
    assertThat(histogram.buckets()).hasSize(bucket + 1);
    assertThat(histogram.buckets()[bucket]).isEqualTo(1);
  }

  @Test
  void zeros_at_the_end_are_left_out() {
    assertThat(histogram.buckets()).isEmpty();
    histogram.add(1_500);
    assertThat(histogram.buckets()).containsExactly(0, 1);
  }

  @Test
  void histograms_of_different_length_are_added() {
    Histogram other = new Histogram();
    other.add(500);
    other.addTo(2, 4);
    histogram.add(700);
    histogram.add(other);
    assertThat(histogram.buckets()).containsExactly(2, 0, 4);
  }

  @Test
  void a_bucket_of_a_later_version_counts_as_the_last() {
    histogram.addTo(99, 2);
    assertThat(histogram.buckets()).hasSize(19).endsWith(2);
  }

  @Test
  void an_empty_histogram_has_no_quantile() {
    assertThat(histogram.quantile(0.5)).isEmpty();
  }

  @Test
  void a_quantile_is_interpolated_within_its_bucket() {
    histogram.addTo(3, 100); // 5 to 10 ms
    assertThat(histogram.quantile(0.5).orElseThrow()).isEqualTo(0.0075, NEARLY);
    assertThat(histogram.quantile(1).orElseThrow()).isEqualTo(0.010, NEARLY);
    histogram.addTo(9, 100); // 500 ms to 1 s
    assertThat(histogram.quantile(0.5).orElseThrow()).isEqualTo(0.010, NEARLY);
    assertThat(histogram.quantile(0.95).orElseThrow()).isEqualTo(0.95, NEARLY);
  }

  @Test
  void beyond_an_hour_a_quantile_is_an_hour() {
    histogram.add(Duration.ofDays(2).toNanos() / 1_000);
    assertThat(histogram.quantile(0.99).orElseThrow()).isEqualTo(3_600, NEARLY);
  }
}
