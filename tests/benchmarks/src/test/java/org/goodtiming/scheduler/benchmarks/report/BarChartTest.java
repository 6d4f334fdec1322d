package org.goodtiming.scheduler.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.goodtiming.scheduler.benchmarks.report.BarChart.Bar;
import org.goodtiming.scheduler.benchmarks.report.BarChart.Scale;
import org.junit.jupiter.api.Test;

class BarChartTest {

  @Test
  void a_linear_bar_is_as_long_as_its_share_of_the_largest() {
    assertThat(chart(Scale.LINEAR, 1000, 250)).contains("width=\"440.0\"", "width=\"110.0\"");
  }

  @Test
  void a_logarithmic_bar_grows_by_the_same_length_with_each_power_of_ten() {
    assertThat(chart(Scale.LOGARITHMIC, 1, 10, 1000))
        .contains("width=\"110.0\"", "width=\"220.0\"", "width=\"440.0\"");
  }

  @Test
  void nothing_has_no_bar() {
    assertThat(chart(Scale.LINEAR, 0)).contains("width=\"0.0\"");
    assertThat(chart(Scale.LOGARITHMIC, 0, 5)).contains("width=\"0.0\"");
  }

  @Test
  void text_is_escaped() {
    var svg = new BarChart("a < b", Scale.LINEAR, List.of(bar("\"A\" & B", 1))).svg();
    assertThat(svg).contains("a &lt; b", "&quot;A&quot; &amp; B").doesNotContain("a < b");
  }

  private static String chart(Scale scale, double... values) {
    var bars = Arrays.stream(values).mapToObj(value -> bar("bar", value)).toList();
    return new BarChart("title", scale, bars).svg();
  }

  private static Bar bar(String label, double value) {
    return new Bar(label, value, Double.toString(value), false);
  }
}
