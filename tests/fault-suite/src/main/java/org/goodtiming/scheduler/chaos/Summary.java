package org.goodtiming.scheduler.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** All rounds of a run, for people and for fault-journal.md. */
final class Summary {

  private final List<RoundResult> verdicts = new ArrayList<>();
  private final long seed;

  Summary(long seed) {
    this.seed = seed;
  }

  void add(RoundResult verdict) {
    verdicts.add(verdict);
  }

  /** The rounds in which a promise did not hold. */
  List<String> broken() {
    return verdicts.stream().filter(verdict -> !verdict.holds()).map(RoundResult::line).toList();
  }

  boolean holds() {
    return verdicts.stream().allMatch(RoundResult::holds);
  }

  /** Of tracked runs, reported in transactions that committed. */
  long results() {
    return sum(verdicts, RoundResult::results);
  }

  /** Long runs with the right result. */
  long longRuns() {
    return sum(verdicts, verdict -> verdict.longRuns().finished());
  }

  /** Attempts after a dead letter. */
  long retries() {
    return sum(verdicts, verdict -> verdict.unreliable().retries());
  }

  /** Runs that finished after an attempt that had exceeded its limit. */
  long overdue() {
    return sum(verdicts, verdict -> verdict.unreliable().overdue());
  }

  /** The table, and a line with the sums. */
  String markdown() {
    return """
        | fault | rounds | jobs | uncertain | lost | twice | early | results | long runs | sent again | retries | after a limit | events | quarantined | in doubt, s (median / max) | takeover, ms (median / max) | longest wait, ms (median / 95 %% / max) | broken |
        |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
        %s
        %s
        """
        .formatted(rows(), total());
  }

  /** One line: all that must be zero, and how long things took. */
  String total() {
    return "seed %d: %d rounds, %d jobs, %d results, %d long runs, %d sent again, %s, lost %d, twice %d, early %d, in doubt %s s, takeover %s ms, %d rounds broken"
        .formatted(
            seed,
            verdicts.size(),
            sum(verdicts, RoundResult::jobs),
            results(),
            longRuns(),
            sum(verdicts, verdict -> verdict.longRuns().sentAgain()),
            new UnreliableRuns.Figures(retries(), overdue(), events(verdicts)),
            sum(verdicts, RoundResult::lost),
            sum(verdicts, RoundResult::twice),
            sum(verdicts, RoundResult::early),
            inDoubt(verdicts),
            takeover(verdicts),
            broken(verdicts));
  }

  private String rows() {
    return verdicts.stream()
        .map(RoundResult::fault)
        .distinct()
        .map(this::row)
        .collect(Collectors.joining("\n"));
  }

  private String row(String fault) {
    var mine = verdicts.stream().filter(verdict -> verdict.fault().equals(fault)).toList();
    return "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %s | %s | %s | %d |"
        .formatted(
            fault,
            mine.size(),
            sum(mine, RoundResult::jobs),
            sum(mine, RoundResult::maybe),
            sum(mine, RoundResult::lost),
            sum(mine, RoundResult::twice),
            sum(mine, RoundResult::early),
            sum(mine, RoundResult::results),
            sum(mine, verdict -> verdict.longRuns().finished()),
            sum(mine, verdict -> verdict.longRuns().sentAgain()),
            sum(mine, verdict -> verdict.unreliable().retries()),
            sum(mine, verdict -> verdict.unreliable().overdue()),
            events(mine),
            sum(mine, RoundResult::quarantined),
            inDoubt(mine),
            takeover(mine),
            longestWait(mine),
            broken(mine));
  }

  private interface Count {
    long of(RoundResult verdict);
  }

  private static long sum(List<RoundResult> verdicts, Count count) {
    return verdicts.stream().mapToLong(count::of).sum();
  }

  private static long events(List<RoundResult> verdicts) {
    return sum(verdicts, verdict -> verdict.unreliable().events());
  }

  private static long broken(List<RoundResult> verdicts) {
    return verdicts.stream().filter(verdict -> !verdict.holds()).count();
  }

  private static String inDoubt(List<RoundResult> verdicts) {
    return spread(
        verdicts.stream().mapToDouble(RoundResult::inDoubtSeconds).sorted().toArray(), "%.1f");
  }

  private static String takeover(List<RoundResult> verdicts) {
    return spread(
        verdicts.stream()
            .flatMapToLong(verdict -> verdict.takeoverMillis().stream())
            .sorted()
            .asDoubleStream()
            .toArray(),
        "%.0f");
  }

  /** Behind a dead leader, by round. */
  static String longestWait(List<RoundResult> verdicts) {
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
