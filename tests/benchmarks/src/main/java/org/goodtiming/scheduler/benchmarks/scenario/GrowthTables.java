package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.count;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.ratio;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.benchmarks.scenario.Growth.Stage;

/** The figures of each stage, and how they relate to those with as few jobs as at first. */
record GrowthTables(List<Stage> stages) {
  private record Column(String heading, ToDoubleFunction<Stage> figure) {}

  private static final List<Column> COMPARED =
      List.of(
          new Column("register jobs/s", stage -> stage.register().jobsPerSecond()),
          new Column("register CPU", stage -> stage.register().cpu().total()),
          new Column("dispatch jobs/s", stage -> stage.dispatch().jobsPerSecond()),
          new Column("dispatch CPU", stage -> stage.dispatch().cpu().total()),
          new Column("execute jobs/s", stage -> stage.execute().jobsPerSecond()),
          new Column("execute CPU", stage -> stage.execute().cpu().total()),
          new Column("lateness p50", stage -> stage.lateness().p50()),
          new Column("p99", stage -> stage.lateness().p99()),
          new Column("poll ms", stage -> stage.look().millis()),
          new Column("idle CPU", stage -> stage.idle().total()));

  List<TextTable> all() {
    return List.of(rates(), waiting(), ratios());
  }

  private TextTable rates() {
    var table =
        new TextTable(
            "CPU is the sum of all processes, with the parts of each.",
            "waiting jobs",
            "register jobs/s",
            "CPU us/job",
            "dispatch jobs/s",
            "CPU us/job",
            "execute jobs/s",
            "CPU us/job");
    for (var stage : stages) {
      table =
          table.row(
              stage.name(),
              count(stage.register().jobsPerSecond()),
              stage.register().cpu().toString(),
              count(stage.dispatch().jobsPerSecond()),
              stage.dispatch().cpu().toString(),
              count(stage.execute().jobsPerSecond()),
              stage.execute().cpu().toString());
    }
    return table;
  }

  private TextTable waiting() {
    var table =
        new TextTable(
            "Lateness at 100 jobs per second; a poll that finds nothing due (median by EXPLAIN ANALYZE); CPU of all servers while nothing is due.",
            "waiting jobs",
            "p50 / p95 / p99 / max ms",
            "poll ms",
            "pages",
            "idle CPU ms per second");
    for (var stage : stages) {
      table =
          table.row(
              stage.name(),
              Texts.lateness(stage.lateness()),
              format("%.3f", stage.look().millis()),
              count(stage.look().pages()),
              format("%.1f", stage.idle().total() / 1000));
    }
    return table;
  }

  private TextTable ratios() {
    var heading =
        Stream.concat(Stream.of("waiting jobs"), COMPARED.stream().map(Column::heading)).toList();
    var rows = IntStream.range(0, stages.size()).mapToObj(this::ratios).toList();
    return new TextTable(
        "Each value as a multiple of the value interpolated between the first and the last row; the last row as a multiple of the first, which is caused by the machine.",
        heading,
        rows);
  }

  private List<String> ratios(int row) {
    var ratios =
        COMPARED.stream()
            .map(Column::figure)
            .map(figure -> ratio(figure.applyAsDouble(stages.get(row)), expected(figure, row)));
    return Stream.concat(Stream.of(stages.get(row).name()), ratios).toList();
  }

  /** By the first and the last row, were the jobs that wait of no account. */
  private double expected(ToDoubleFunction<Stage> figure, int row) {
    int end = stages.size() - 1;
    double first = figure.applyAsDouble(stages.get(0));
    double last = figure.applyAsDouble(stages.get(end));
    return row == end ? first : first + (last - first) * row / end;
  }
}
