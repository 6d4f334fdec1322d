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
  private static final String LATENESS = "Lateness at 100 jobs per second";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          due jobs to no-op workers, jobs/s             | Due jobs to a handler that does nothing
          daily jobs due at the same moment             | Daily jobs due at once, next runs stored
          registration in bulk, jobs/s                  | Registration in bulk
          registration, one durable transaction per job | Registration, one durable transaction per job, 8 clients
          """)
  void a_throughput_is_the_median_of_the_report(String row, String section) throws IOException {
    Map<String, List<String>> report = section(section);
    readme(row)
        .forEach((contender, figure) -> assertThat(figure).isEqualTo(report.get(contender).get(1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          processor time of a registration     | 4 | Registration, one durable transaction per job, 8 clients
          processor time of a due job          | 4 | Due jobs to a handler that does nothing
          processor time of a job at that rate | 7 | Lateness at 100 jobs per second
          """)
  void a_processor_time_is_that_of_the_report(String row, int cell, String section)
      throws IOException {
    Map<String, List<String>> report = section(section);
    readme(row)
        .forEach(
            (contender, figure) -> assertThat(figure).isEqualTo(report.get(contender).get(cell)));
  }

  @Test
  void a_lateness_is_that_of_the_report() throws IOException {
    Map<String, List<String>> report = section(LATENESS);
    readme("lateness at 100 jobs/s")
        .forEach(
            (contender, figures) -> {
              List<String> cells = report.get(contender);
              assertThat(figures).isEqualTo(rounded(cells.get(1)) + " / " + rounded(cells.get(3)));
            });
  }

  @Test
  void the_number_of_jobs_that_came_early_is_that_of_the_report() throws IOException {
    Map<String, List<String>> report = section(LATENESS);
    readme("early, of 20,000")
        .forEach(
            (contender, figure) ->
                assertThat(figure)
                    .isEqualTo(report.get(contender).get(5).replaceFirst(", up to .*", "")));
  }

  /** From 100 ms on without a fraction. */
  private static String rounded(String millis) {
    double value = Double.parseDouble(millis.replace(",", ""));
    return value < 100 ? millis : "%,d".formatted(Math.round(value));
  }

  /** The figures of a row, by contender. */
  private static Map<String, String> readme(String row) throws IOException {
    List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
    List<String> contenders = cells(lines.get(first(lines, CONTENDERS)));
    List<String> figures = cells(lines.get(first(lines, "| " + row)));
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
        Files.readAllLines(ROOT.resolve("tests/benchmarks/results/warm/README.md"));
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
