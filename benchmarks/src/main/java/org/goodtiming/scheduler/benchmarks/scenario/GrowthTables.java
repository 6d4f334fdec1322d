package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.count;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.ratio;

import java.util.List;
import org.goodtiming.scheduler.benchmarks.scenario.Growth.Stage;

/** The figures of each stage, and how they relate to those of the first. */
record GrowthTables(List<Stage> stages) {

  List<TextTable> all() {
    return List.of(rates(), waiting(), ratios());
  }

  private TextTable rates() {
    var table =
        new TextTable(
            "CPU is of all processes, with its shares.",
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
            "Lateness at 100 jobs a second; the scheduler's look for due work that finds none (median by EXPLAIN ANALYZE); CPU of all servers while nothing is due.",
            "waiting jobs",
            "p50 / p95 / p99 / max ms",
            "look ms",
            "pages",
            "idle CPU ms a second");
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
    var table =
        new TextTable(
            "As a multiple of the first row.",
            "waiting jobs",
            "register jobs/s",
            "dispatch jobs/s",
            "CPU",
            "execute jobs/s",
            "CPU",
            "lateness p50",
            "p99",
            "look ms",
            "idle CPU");
    var first = stages.get(0);
    for (var stage : stages) {
      table =
          table.row(
              stage.name(),
              ratio(stage.register().jobsPerSecond(), first.register().jobsPerSecond()),
              ratio(stage.dispatch().jobsPerSecond(), first.dispatch().jobsPerSecond()),
              ratio(stage.dispatch().cpu().total(), first.dispatch().cpu().total()),
              ratio(stage.execute().jobsPerSecond(), first.execute().jobsPerSecond()),
              ratio(stage.execute().cpu().total(), first.execute().cpu().total()),
              ratio(stage.lateness().p50(), first.lateness().p50()),
              ratio(stage.lateness().p99(), first.lateness().p99()),
              ratio(stage.look().millis(), first.look().millis()),
              ratio(stage.idle().total(), first.idle().total()));
    }
    return table;
  }
}
