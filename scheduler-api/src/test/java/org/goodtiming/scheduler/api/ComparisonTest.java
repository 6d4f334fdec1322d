package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparison in README has the figures of the report that it links. */
class ComparisonTest {

  private static final Path ROOT = Path.of("..");
  private static final String CONTENDERS = "| | Good Timing |";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          due jobs to no-op workers, jobs/s             | 0 | Due jobs to a handler that does nothing
          due jobs to no-op workers, jobs/s             | 1 | Due jobs to a handler that does nothing, 20,000 more jobs waiting
          daily jobs due at the same moment             | 0 | Daily jobs due at once, next runs stored
          daily jobs due at the same moment             | 1 | Daily jobs due at once, next runs stored, 20,000 more jobs waiting
          registration in bulk, jobs/s                  | 0 | Registration in bulk
          registration, one durable transaction per job | 0 | Registration, one durable transaction per job, 8 clients
          """)
  void a_throughput_is_the_median_of_the_report(String row, int below, String section)
      throws IOException {
    Map<String, List<String>> report = section(section);
    readme(row, below)
        .forEach((contender, figure) -> assertThat(figure).isEqualTo(report.get(contender).get(1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          lateness at 100 jobs/s | 0 | Lateness at 100 jobs per second
          lateness at 100 jobs/s | 1 | Lateness at 100 jobs per second, 20,000 more jobs waiting
          """)
  void a_lateness_is_that_of_the_report(String row, int below, String section) throws IOException {
    Map<String, List<String>> report = section(section);
    readme(row, below)
        .forEach(
            (contender, figures) -> {
              List<String> cells = report.get(contender);
              assertThat(figures).isEqualTo(rounded(cells.get(1)) + " / " + rounded(cells.get(3)));
            });
  }

  @Test
  void the_number_of_jobs_that_came_early_is_that_of_the_report() throws IOException {
    Map<String, List<String>> report = section("Lateness at 100 jobs per second");
    readme("early, of 1,000", 0)
        .forEach(
            (contender, figure) ->
                assertThat(figure).isEqualTo(report.get(contender).get(5).replaceFirst(",.*", "")));
  }

  /** From 100 ms on without a fraction. */
  private static String rounded(String millis) {
    double value = Double.parseDouble(millis.replace(",", ""));
    return value < 100 ? millis : "%,d".formatted(Math.round(value));
  }

  /** The figures of a row, or of a row below it, by contender. */
  private static Map<String, String> readme(String row, int below) throws IOException {
    List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
    List<String> contenders = cells(lines.get(first(lines, CONTENDERS)));
    List<String> figures = cells(lines.get(first(lines, "| " + row) + below));
    Map<String, String> byContender = new HashMap<>();
    for (int i = 1; i < contenders.size(); i++) {
      String figure = figures.get(i).replace("*", "").replaceFirst(";.*", "");
      if (!figure.equals("-")) {
        byContender.put(contenders.get(i), figure);
      }
    }
    assertThat(byContender).hasSizeGreaterThan(2);
    return byContender;
  }

  private static Map<String, List<String>> section(String title) throws IOException {
    List<String> lines =
        Files.readAllLines(ROOT.resolve("tests/benchmarks/results/quick/README.md"));
    Map<String, List<String>> rows = new HashMap<>();
    lines.stream()
        .skip(lines.indexOf("## " + title) + 1L)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("|"))
        .map(ComparisonTest::cells)
        .forEach(cells -> rows.put(cells.get(0), cells));
    return rows;
  }

  private static int first(List<String> lines, String beginning) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(beginning)) {
        return i;
      }
    }
    throw new AssertionError("README has no line that begins with " + beginning);
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1).split("\\|")).map(String::trim).toList();
  }
}
