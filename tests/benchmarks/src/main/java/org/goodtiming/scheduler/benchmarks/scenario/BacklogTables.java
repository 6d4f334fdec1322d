package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.count;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.mebibytes;

import java.util.ArrayList;
import java.util.List;

/** A backlog in tables. */
record BacklogTables(Backlog.Result result, long jobs, long step) {

  List<TextTable> all() {
    return List.of(summary(), drain(), neighbour(), disk());
  }

  private TextTable summary() {
    return new TextTable(
            "Heap of the node: after full collections before and at the end; in between, the maximum after any collection, including garbage in regions that it did not visit.",
            "jobs",
            "seconds",
            "jobs/s",
            "maximum in the worker queue",
            "heap before MiB",
            "maximum MiB",
            "at the end MiB")
        .row(
            count(jobs),
            format("%.1f", result.seconds()),
            count(jobs / result.seconds()),
            count(result.curve().mostInQueue()),
            mebibytes(result.liveBefore()),
            mebibytes(result.curve().mostHeap()),
            mebibytes(result.liveAfter()));
  }

  private TextTable drain() {
    var table =
        new TextTable(
            "Rate by sections.",
            "dispatched",
            "after s",
            "jobs/s",
            "maximum in the worker queue",
            "maximum heap after a collection MiB");
    for (var stretch : result.curve().stretches(step)) {
      table =
          table.row(
              count(stretch.upTo()),
              format("%.1f", stretch.seconds()),
              count(stretch.jobsPerSecond()),
              count(stretch.mostInQueue()),
              mebibytes(stretch.mostHeap()));
    }
    return table;
  }

  private TextTable neighbour() {
    var during = result.neighbour();
    return new TextTable(
            "The other queue: 100 jobs per second.",
            "when",
            "jobs",
            "lost / twice / early",
            "p50 / p95 / p99 / max ms")
        .row("without a backlog", "", "", Texts.lateness(result.quiet()))
        .row(
            "during the backlog",
            count(during.arrived()),
            "%d / %d / %d".formatted(during.lost(), during.twice(), during.early()),
            Texts.lateness(during.lateness()));
  }

  private TextTable disk() {
    var heading = new ArrayList<>(List.of("when"));
    var names = result.states().values().iterator().next().sizes().keySet();
    names.forEach(name -> heading.add(name + " MiB"));
    heading.addAll(List.of("dead rows", "poll ms", "pages"));
    var rows = new ArrayList<List<String>>();
    result
        .states()
        .forEach(
            (when, state) -> {
              var row = new ArrayList<>(List.of(when));
              state.sizes().values().forEach(bytes -> row.add(mebibytes(bytes)));
              row.add(count(state.deadRows()));
              row.add(format("%.3f", state.look().millis()));
              row.add(count(state.look().pages()));
              rows.add(row);
            });
    return new TextTable(
        "Size of the table of waiting jobs on the disk, and duration of a poll. Dead rows are PostgreSQL's estimate.",
        heading,
        rows);
  }
}
