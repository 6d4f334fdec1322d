package org.goodtiming.scheduler.benchmarks.crash;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.benchmarks.peers.ContenderNodes;
import org.goodtiming.scheduler.benchmarks.report.MachineInfo;
import org.goodtiming.scheduler.benchmarks.report.Statistics;

/** All kills as a table. */
record CrashReport(String command, String servers, List<CrashSample> samples) {

  /** Whose node is killed, and how many there are. */
  private record Row(CrashSubject subject, int nodes) {}

  /** One kill, for whoever watches the run. */
  static String line(CrashSample sample) {
    return format(
        "%-16s one of %d, killed at %,d of %,d: %d twice, %d late, %d never, last after %.1f s",
        sample.subject().id(),
        sample.nodes(),
        sample.handedOut(),
        sample.jobs(),
        sample.twice(),
        sample.late(),
        sample.never(),
        seconds(sample.fromKill()));
  }

  String markdown() {
    return """
        # kill -9 while due jobs are handed out

        Made by `%s` on %s. What is done: [performance](../../docs/performance.md#a-node-is-killed).

        - Machine: %s
        - Servers: %s

        %s

        Twice, late and never are sums of all rounds; seconds are medians, with the extremes. Late: only after the killed one of
        two nodes was started again, which is done after a minute if anything is left; seconds are those of the others.

        | contender | version | settings |
        |---|---|---|
        %s
        """
        .formatted(command, MachineInfo.now(), MachineInfo.machine(), servers, table(), settings());
  }

  String table() {
    return """
        | contender | nodes | rounds | handed out at the kill | twice | late | never | s from the kill to the last | from the restart |
        |---|---|---|---|---|---|---|---|---|
        """
        + rows().entrySet().stream()
            .map(entry -> row(entry.getKey(), entry.getValue()))
            .collect(joining("\n"));
  }

  private Map<Row, List<CrashSample>> rows() {
    return samples.stream()
        .collect(
            Collectors.groupingBy(
                sample -> new Row(sample.subject(), sample.nodes()),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  private static String row(Row row, List<CrashSample> rounds) {
    return format(
        "| %s | %d | %d | %s | %,d | %,d | %,d | %s | %s |",
        row.subject().title(),
        row.nodes(),
        rounds.size(),
        rounds.stream()
            .map(one -> format("%,d of %,d", one.handedOut(), one.jobs()))
            .collect(joining(", ")),
        sum(rounds, CrashSample::twice),
        sum(rounds, CrashSample::late),
        sum(rounds, CrashSample::never),
        seconds(rounds, CrashSample::fromKill),
        row.nodes() == 1 ? seconds(rounds, CrashSample::fromRestart) : "");
  }

  private static int sum(Collection<CrashSample> rounds, ToIntFunction<CrashSample> figure) {
    return rounds.stream().mapToInt(figure).sum();
  }

  private static String seconds(
      Collection<CrashSample> rounds, Function<CrashSample, Duration> figure) {
    var all = Statistics.of(rounds.stream().map(one -> seconds(figure.apply(one))).toList());
    return format("%.1f (%.1f .. %.1f)", all.median(), all.min(), all.max());
  }

  private String settings() {
    return samples.stream()
        .map(CrashSample::subject)
        .distinct()
        .map(
            one ->
                "| %s | %s | %s |"
                    .formatted(
                        one.title(), ContenderNodes.version(one.contender()), one.settings()))
        .collect(joining("\n"));
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
