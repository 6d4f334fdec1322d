package org.goodtiming.scheduler.chaos;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * How a round ended.
 *
 * @param jobs acknowledged registrations
 * @param maybe registrations whose commit failed, with an outcome nobody knows
 * @param quarantined good jobs that were put aside
 * @param results of tracked runs, reported in transactions that committed
 * @param longRuns that ended as they should
 * @param unreliable what came of unreliable workers
 * @param inDoubtSeconds from healing until no branch was in doubt on either side
 * @param takeoverMillis from the leader's end to the next hand-off, if the leader was taken out
 * @param longestWaitMillis of a job that was due at the leader's end or soon after it, if measured
 * @param broken the promises that did not hold, in words
 */
record RoundResult(
    int round,
    String fault,
    String blow,
    long jobs,
    long maybe,
    int lost,
    int quarantined,
    int twice,
    int early,
    int results,
    AttemptedRuns.Figures longRuns,
    UnreliableRuns.Figures unreliable,
    double inDoubtSeconds,
    OptionalLong takeoverMillis,
    OptionalLong longestWaitMillis,
    double seconds,
    List<String> broken) {

  /** A round that could not be brought to its end, which is as bad as a broken promise. */
  static RoundResult unfinished(int round, Fault fault, Exception problem) {
    return new RoundResult(
        round,
        fault.name(),
        "-",
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        AttemptedRuns.Figures.NONE,
        UnreliableRuns.Figures.NONE,
        0,
        OptionalLong.empty(),
        OptionalLong.empty(),
        0,
        List.of(problem.toString()));
  }

  boolean holds() {
    return broken.isEmpty();
  }

  /** One line for the screen. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%3d %-36s %6d jobs, %4d results, %3d long runs, %d sent again, %s, lost %d, twice %d, early %d, in doubt for %5.1f s%s%s%s, %.0f s (%s)  %s",
        round,
        fault,
        jobs,
        results,
        longRuns.finished(),
        longRuns.sentAgain(),
        unreliable,
        lost,
        twice,
        early,
        inDoubtSeconds,
        takeoverMillis.isPresent() ? ", takeover " + takeoverMillis.getAsLong() + " ms" : "",
        longestWaitMillis.isPresent()
            ? ", longest wait " + longestWaitMillis.getAsLong() + " ms"
            : "",
        quarantined > 0 ? ", quarantined " + quarantined : "",
        seconds,
        blow,
        holds() ? "ok" : "BROKEN: " + String.join("; ", broken));
  }
}
