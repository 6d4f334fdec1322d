package org.goodtiming.scheduler.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.benchmarks.report.Samples.drained;
import static org.goodtiming.scheduler.benchmarks.report.Samples.late;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.goodtiming.scheduler.benchmarks.report.Conditions.Entrant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  private static final Conditions CONDITIONS =
      new Conditions(
          "2026-11-21T10:00Z",
          "./scheduler bench --quick",
          "2 rounds",
          "2 cores",
          "PostgreSQL = durable, a\\b",
          List.of(
              new Entrant("good-timing", "Good Timing", "1", "default"),
              new Entrant("peer", "A <peer>", "peer-2", "tuned: all = on"),
              new Entrant("absent", "Absent", "3", "none")));

  private static final Report REPORT =
      new Report(
          CONDITIONS,
          List.of(
              drained("good-timing", 0, 1),
              drained("good-timing", 1, 2000),
              drained("good-timing", 2, 4000),
              drained("peer", 0, 1),
              drained("peer", 1, 500),
              late("good-timing", 0, 4.5),
              late("peer", 7, 4889)));

  @TempDir Path directory;

  @Test
  void rates_stand_with_their_extremes_and_the_ratio_to_ours_and_without_the_warm_up() {
    assertThat(REPORT.markdown())
        .contains("| Good Timing | 3,000 | 2,000 .. 4,000 |  | 150 | 0 / 0 |")
        .contains("| A <peer> | 500 | 500 .. 500 | 6.00 x | 150 | 0 / 0 |")
        .doesNotContain("| Absent | 0");
  }

  @Test
  void the_first_round_of_the_warm_up_is_a_row_of_its_own() {
    assertThat(REPORT.markdown())
        .contains("| Good Timing, cold | 1 | 1 .. 1 |  | 150 | 0 / 0 |")
        .contains("| A <peer>, cold | 1 | 1 .. 1 | 1.00 x | 150 | 0 / 0 |");
  }

  @Test
  void lateness_counts_early_repeated_and_missing_jobs() {
    assertThat(REPORT.markdown())
        .contains("## Lateness at 100 jobs per second, 20,000 more jobs waiting")
        .contains("| A <peer> | 1.0 | 2.0 | 4,889.0 | 4,890.0 | 7, up to 1.3 ms | 10 / 3 | 10 |");
  }

  @Test
  void a_report_that_is_made_anew_is_the_same() throws IOException {
    REPORT.write(directory);
    var again = Report.read(directory);
    assertThat(again).isEqualTo(REPORT);
    assertThat(again.markdown()).isEqualTo(Files.readString(directory.resolve("README.md")));
  }

  @Test
  void each_measure_has_a_chart_that_is_well_formed_and_named_in_the_report() throws Exception {
    REPORT.write(directory);
    for (var chart : List.of("drain.svg", "lateness-20000-waiting.svg")) {
      assertThat(REPORT.markdown()).contains("(" + chart + ")");
      var document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(directory.resolve(chart).toFile());
      assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(3);
    }
  }

  @Test
  void a_broken_sample_is_named_by_its_line() throws IOException {
    REPORT.write(directory);
    var samples = directory.resolve("samples.csv");
    var lines = Files.readAllLines(samples);
    lines.set(2, "good-timing,DRAIN,0");
    Files.write(samples, lines);
    assertThatThrownBy(() -> Report.read(directory))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "BENCH-0002 line 3 of %s is not a sample (3 fields instead of 18): run the benchmark again",
            samples);
  }
}
