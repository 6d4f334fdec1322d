package org.goodtiming.scheduler.benchmarks.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.goodtiming.scheduler.benchmarks.report.BarChart.Bar;
import org.goodtiming.scheduler.benchmarks.report.BarChart.Scale;
import org.goodtiming.scheduler.benchmarks.report.Conditions.Entrant;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;

/**
 * One measure: a table, and a chart of the same.
 *
 * @param rows of the contenders that took part
 * @param cold their first rounds, of JVMs that had just started
 */
record Section(Group group, List<Row> rows, List<Row> cold) {
  /** The id by which ours is known among the entrants. */
  static final String OURS = "good-timing";

  /** Samples of a contender. */
  record Row(Entrant entrant, String title, List<Sample> samples) {

    static Row of(Entrant entrant, List<Sample> all) {
      return new Row(entrant, entrant.title(), all.stream().filter(Sample::counts).toList());
    }

    /** The row of the first round, if that was a warm-up. */
    static Optional<Row> cold(Entrant entrant, List<Sample> all) {
      return all.stream()
          .filter(one -> !one.counts())
          .min(Comparator.comparingInt(one -> one.trial().round()))
          .map(first -> new Row(entrant, entrant.title() + ", cold", List.of(first)));
    }

    boolean ours() {
      return entrant.id().equals(OURS);
    }

    Statistics rate() {
      return Group.statistics(samples, sample -> sample.outcome().rate());
    }

    double cpu() {
      return Group.statistics(samples, sample -> sample.cpu().total()).median();
    }

    Lateness lateness() {
      return new Lateness(
          Group.statistics(samples, sample -> sample.lateness().min()).min(),
          Group.statistics(samples, sample -> sample.lateness().p50()).median(),
          Group.statistics(samples, sample -> sample.lateness().p95()).median(),
          Group.statistics(samples, sample -> sample.lateness().p99()).median(),
          Group.statistics(samples, sample -> sample.lateness().max()).max());
    }

    int early() {
      return samples.stream().mapToInt(sample -> sample.outcome().early()).sum();
    }

    /**
     * Number and maximum earliness of early jobs, because milliseconds matter less than seconds.
     */
    String earliness() {
      return early() == 0
          ? "0"
          : format("%,d, up to %,.1f ms", early(), Math.max(0, -lateness().min()));
    }

    int twice() {
      return samples.stream().mapToInt(sample -> sample.outcome().twice()).sum();
    }

    int missing() {
      return samples.stream()
          .mapToInt(sample -> sample.outcome().jobs() - sample.outcome().done())
          .sum();
    }
  }

  static Section of(Group group, List<Sample> samples, List<Entrant> entrants) {
    var rows = new ArrayList<Row>();
    var cold = new ArrayList<Row>();
    for (var entrant : entrants) {
      var own =
          samples.stream().filter(one -> one.trial().contender().equals(entrant.id())).toList();
      if (own.stream().anyMatch(Sample::counts)) {
        rows.add(Row.of(entrant, own));
        Row.cold(entrant, own).ifPresent(cold::add);
      }
    }
    return new Section(group, rows, cold);
  }

  String markdown() {
    return """
        ## %s

        ![%s](%s)

        %s
        """
        .formatted(group.title(), group.title(), group.file(), table());
  }

  String svg() {
    return group.measure() == Measure.LATENESS
        ? new BarChart(
                group.title() + ": p99 in ms, logarithmic",
                Scale.LOGARITHMIC,
                bars(Comparator.comparingDouble(Bar::value), this::latenessBar))
            .svg()
        : new BarChart(
                group.title() + ": jobs/s, median",
                Scale.LINEAR,
                bars(Comparator.comparingDouble(Bar::value).reversed(), this::rateBar))
            .svg();
  }

  private interface ToBar {
    Bar of(Row row);
  }

  private List<Bar> bars(Comparator<Bar> order, ToBar toBar) {
    return rows.stream().map(toBar::of).sorted(order).toList();
  }

  private Bar latenessBar(Row row) {
    var p99 = row.lateness().p99();
    return new Bar(row.entrant().title(), p99, format("%,.1f", p99), row.ours());
  }

  private Bar rateBar(Row row) {
    var median = row.rate().median();
    return new Bar(row.entrant().title(), median, format("%,.0f", median), row.ours());
  }

  private String table() {
    return group.measure() == Measure.LATENESS ? latenessTable() : rateTable();
  }

  private String lines(Function<Row, String> line) {
    return Stream.concat(rows.stream(), cold.stream()).map(line).collect(joining("\n"));
  }

  private String rateTable() {
    return """
        | contender | jobs/s, median | min .. max | Good Timing / contender | CPU us/job | not handled / twice |
        |---|---|---|---|---|---|
        """
        + lines(this::rateRow);
  }

  private String rateRow(Row row) {
    var rate = row.rate();
    return format(
        "| %s | %,.0f | %,.0f .. %,.0f | %s | %,.0f | %,d / %,d |",
        row.title(),
        rate.median(),
        rate.min(),
        rate.max(),
        ratio(row),
        row.cpu(),
        row.missing(),
        row.twice());
  }

  private String ratio(Row row) {
    return (cold.contains(row) ? cold : rows)
        .stream()
            .filter(Row::ours)
            .findFirst()
            .filter(ours -> !row.ours() && row.rate().median() > 0)
            .map(ours -> format("%.2f x", ours.rate().median() / row.rate().median()))
            .orElse("");
  }

  private String latenessTable() {
    return """
        | contender | p50 ms | p95 ms | p99 ms | max ms | early | not handled / twice | CPU us/job |
        |---|---|---|---|---|---|---|---|
        """
        + lines(Section::latenessRow);
  }

  private static String latenessRow(Row row) {
    var lateness = row.lateness();
    return format(
        "| %s | %,.1f | %,.1f | %,.1f | %,.1f | %s | %,d / %,d | %,.0f |",
        row.title(),
        lateness.p50(),
        lateness.p95(),
        lateness.p99(),
        lateness.max(),
        row.earliness(),
        row.missing(),
        row.twice(),
        row.cpu());
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
