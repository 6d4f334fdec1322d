package org.goodtiming.scheduler.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** All rounds of a run, for people and for docs/faults.md. */
final class Summary {

  private final List<Verdict> verdicts = new ArrayList<>();
  private final long seed;

  Summary(long seed) {
    this.seed = seed;
  }

  void add(Verdict verdict) {
    verdicts.add(verdict);
  }

  /** The rounds in which a promise did not hold. */
  List<String> broken() {
    return verdicts.stream().filter(verdict -> !verdict.holds()).map(Verdict::line).toList();
  }

  boolean holds() {
    return verdicts.stream().allMatch(Verdict::holds);
  }

  /** The table, and a line with the sums. */
  String markdown() {
    return """
        | fault | rounds | jobs | uncertain | lost | twice | early | quarantined | in doubt, s (median / max) | takeover, ms (median / max) | longest wait, ms (median / 95 %% / max) | broken |
        |---|---|---|---|---|---|---|---|---|---|---|---|
        %s
        %s
        """
        .formatted(rows(), total());
  }

  /** One line: all that must be zero, and how long things took. */
  String total() {
    return "seed %d: %d rounds, %d jobs, lost %d, twice %d, early %d, in doubt %s s, takeover %s ms, %d rounds broken"
        .formatted(
            seed,
            verdicts.size(),
            sum(verdicts, Verdict::jobs),
            sum(verdicts, Verdict::lost),
            sum(verdicts, Verdict::twice),
            sum(verdicts, Verdict::early),
            inDoubt(verdicts),
            takeover(verdicts),
            broken(verdicts));
  }

  private String rows() {
    return verdicts.stream()
        .map(Verdict::fault)
        .distinct()
        .map(this::row)
        .collect(Collectors.joining("\n"));
  }

  private String row(String fault) {
    var mine = verdicts.stream().filter(verdict -> verdict.fault().equals(fault)).toList();
    return "| %s | %d | %d | %d | %d | %d | %d | %d | %s | %s | %s | %d |"
        .formatted(
            fault,
            mine.size(),
            sum(mine, Verdict::jobs),
            sum(mine, Verdict::maybe),
            sum(mine, Verdict::lost),
            sum(mine, Verdict::twice),
            sum(mine, Verdict::early),
            sum(mine, Verdict::quarantined),
            inDoubt(mine),
            takeover(mine),
            longestWait(mine),
            broken(mine));
  }

  private interface Count {
    long of(Verdict verdict);
  }

  private static long sum(List<Verdict> verdicts, Count count) {
    return verdicts.stream().mapToLong(count::of).sum();
  }

  private static long broken(List<Verdict> verdicts) {
    return verdicts.stream().filter(verdict -> !verdict.holds()).count();
  }

  private static String inDoubt(List<Verdict> verdicts) {
    return spread(
        verdicts.stream().mapToDouble(Verdict::inDoubtSeconds).sorted().toArray(), "%.1f");
  }

  private static String takeover(List<Verdict> verdicts) {
    return spread(
        verdicts.stream()
            .flatMapToLong(verdict -> verdict.takeoverMillis().stream())
            .sorted()
            .asDoubleStream()
            .toArray(),
        "%.0f");
  }

  /** Behind a dead leader, by round. */
  static String longestWait(List<Verdict> verdicts) {
    var sorted =
        verdicts.stream()
            .flatMapToLong(verdict -> verdict.longestWaitMillis().stream())
            .sorted()
            .toArray();
    return sorted.length == 0
        ? "-"
        : "%d / %d / %d"
            .formatted(
                sorted[sorted.length / 2],
                sorted[(sorted.length * 95 + 99) / 100 - 1],
                sorted[sorted.length - 1]);
  }

  private static String spread(double[] sorted, String format) {
    return sorted.length == 0
        ? "-"
        : String.format(
            Locale.ROOT,
            format + " / " + format,
            sorted[sorted.length / 2],
            sorted[sorted.length - 1]);
  }
}
