package org.goodtiming.scheduler.chaos;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The results that workers reported on tracked runs, and the outcome of their transactions. */
final class ReportLedger {

  /** The outcome of the transaction in which a worker consumed the job and sent its reports. */
  enum Outcome {
    ROLLED_BACK,
    /** The commit failed, and nobody knows. */
    UNCERTAIN,
    COMMITTED
  }

  /** A report of the end of a run; a redelivered job is reported again, with another result. */
  static final class Report {
    private final String result;
    private volatile Outcome outcome = Outcome.ROLLED_BACK;

    private Report(String result) {
      this.result = result;
    }

    void became(Outcome now) {
      outcome = now;
    }

    private boolean isCommitted() {
      return outcome == Outcome.COMMITTED;
    }
  }

  private final Map<String, Queue<Report>> reports = new ConcurrentHashMap<>();

  /** Counts as rolled back until its transaction is about to commit. */
  Report finished(String fireId, String result) {
    var report = new Report(result);
    reports.computeIfAbsent(fireId, id -> new ConcurrentLinkedQueue<>()).add(report);
    return report;
  }

  /** Fire ids whose end was reported in a transaction that committed. */
  Set<String> committed() {
    return reports.entrySet().stream()
        .filter(run -> run.getValue().stream().anyMatch(Report::isCommitted))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether a transaction that reported this result of the run committed. */
  boolean isCommitted(String fireId, @Nullable String result) {
    return of(fireId, result).anyMatch(Report::isCommitted);
  }

  /** Whether a transaction that reported this result of the run may have committed. */
  boolean isPossible(String fireId, @Nullable String result) {
    return of(fireId, result).anyMatch(report -> report.outcome != Outcome.ROLLED_BACK);
  }

  private Stream<Report> of(String fireId, @Nullable String result) {
    return Optional.ofNullable(reports.get(fireId)).stream()
        .flatMap(Collection::stream)
        .filter(report -> report.result.equals(result));
  }
}
