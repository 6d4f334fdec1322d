package org.goodtiming.scheduler.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.goodtiming.scheduler.benchmarks.report.Sample.Cpu;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import org.goodtiming.scheduler.benchmarks.report.Sample.Outcome;
import org.goodtiming.scheduler.benchmarks.report.Sample.Trial;

/** All samples of a run as comma-separated values, so that the report can be made anew. */
public record SampleFile(Path file) {
  private static final String HEAD =
      "contender,measure,waiting,round,jobs,done,twice,early,seconds,"
          + "cpu_own_us,cpu_database_us,cpu_broker_us,cpu_node_us,min_ms,p50_ms,p95_ms,p99_ms,max_ms";
  private static final int COLUMNS = HEAD.split(",").length;

  /** Writes them, over what was there. */
  public void write(List<Sample> samples) throws IOException {
    var lines = new ArrayList<String>();
    lines.add(HEAD);
    samples.forEach(sample -> lines.add(line(sample)));
    Files.write(file, lines);
  }

  /**
   * Reads them.
   *
   * @throws IOException if there is no such file, or a line of it is not ours
   */
  public List<Sample> read() throws IOException {
    var samples = new ArrayList<Sample>();
    var lines = Files.readAllLines(file);
    for (int number = 1; number < lines.size(); number++) {
      samples.add(sample(lines.get(number), number + 1));
    }
    return samples;
  }

  private static String line(Sample sample) {
    var trial = sample.trial();
    var outcome = sample.outcome();
    var cpu = sample.cpu();
    var lateness = sample.lateness();
    return String.format(
        Locale.ROOT,
        "%s,%s,%d,%d,%d,%d,%d,%d,%.4f,%.1f,%.1f,%.1f,%.1f,%.3f,%.3f,%.3f,%.3f,%.3f",
        trial.contender(),
        trial.measure(),
        trial.waiting(),
        trial.round(),
        outcome.jobs(),
        outcome.done(),
        outcome.twice(),
        outcome.early(),
        outcome.seconds(),
        cpu.own(),
        cpu.database(),
        cpu.broker(),
        cpu.node(),
        lateness.min(),
        lateness.p50(),
        lateness.p95(),
        lateness.p99(),
        lateness.max());
  }

  private Sample sample(String line, int number) throws IOException {
    var fields = new Fields(line.split(","));
    try {
      if (fields.count() != COLUMNS) {
        throw new IllegalArgumentException(fields.count() + " fields instead of " + COLUMNS);
      }
      return new Sample(fields.trial(), fields.outcome(), fields.cpu(), fields.lateness());
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "BENCH-0002 line %d of %s is not a sample (%s): run the benchmark again"
              .formatted(number, file, e.getMessage()),
          e);
    }
  }

  private record Fields(String... values) {
    int count() {
      return values.length;
    }

    Trial trial() {
      return new Trial(values[0], Measure.valueOf(values[1]), whole(2), whole(3));
    }

    Outcome outcome() {
      return new Outcome(whole(4), whole(5), whole(6), whole(7), number(8));
    }

    Cpu cpu() {
      return new Cpu(number(9), number(10), number(11), number(12));
    }

    Lateness lateness() {
      return new Lateness(number(13), number(14), number(15), number(16), number(17));
    }

    private int whole(int field) {
      return Integer.parseInt(values[field]);
    }

    private double number(int field) {
      return Double.parseDouble(values[field]);
    }
  }
}
