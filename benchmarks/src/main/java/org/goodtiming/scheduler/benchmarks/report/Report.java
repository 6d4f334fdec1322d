package org.goodtiming.scheduler.benchmarks.report;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tables and charts of a run. */
public record Report(Conditions conditions, List<Sample> samples) {
  private static final String CONDITIONS = "conditions.properties";
  private static final String SAMPLES = "samples.csv";
  private static final String TABLES = "README.md";

  /**
   * Reads what an earlier {@link #write} has left in a directory.
   *
   * @throws IOException if it cannot be read
   */
  public static Report read(Path directory) throws IOException {
    return new Report(
        Conditions.read(directory.resolve(CONDITIONS)),
        new SampleFile(directory.resolve(SAMPLES)).read());
  }

  /** Writes samples, conditions, tables and charts into a directory, over what was there. */
  public void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    conditions.write(directory.resolve(CONDITIONS));
    new SampleFile(directory.resolve(SAMPLES)).write(samples);
    Files.writeString(directory.resolve(TABLES), markdown());
    for (var section : sections()) {
      Files.writeString(directory.resolve(section.group().file()), section.svg());
    }
  }

  String markdown() {
    return """
        # Good Timing beside its peers

        Made by `%s` on %s. How it is measured, and what each contender does: [performance](../../../docs/performance.md).
        Medians of the rounds after the warm-up; CPU is the median of all processes that work for a contender, in microseconds a job.

        - Machine: %s
        - Servers: %s
        - Sizes: %s

        | contender | version | settings |
        |---|---|---|
        %s

        %s
        """
        .formatted(
            conditions.command(),
            conditions.when(),
            conditions.machine(),
            conditions.servers(),
            conditions.sizes(),
            conditions.entrants().stream()
                .map(
                    one -> "| %s | %s | %s |".formatted(one.title(), one.version(), one.settings()))
                .collect(joining("\n")),
            sections().stream().map(Section::markdown).collect(joining("\n")).strip());
  }

  private List<Section> sections() {
    return Group.of(samples).entrySet().stream()
        .map(entry -> Section.of(entry.getKey(), entry.getValue(), conditions.entrants()))
        .toList();
  }
}
