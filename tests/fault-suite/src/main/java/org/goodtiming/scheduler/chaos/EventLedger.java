package org.goodtiming.scheduler.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The lifecycle events of jobs that a subscriber got, in the order in which they came first. */
final class EventLedger {

  /**
   * @param word such as dispatched
   */
  record Told(String word, int attempt, long sequence) {

    @Override
    public String toString() {
      return word + " " + attempt;
    }
  }

  private final Set<String> ids = new HashSet<>();
  private final Map<String, List<Told>> byJob = new HashMap<>();

  /** A further copy of the same event changes nothing. */
  synchronized void told(String id, String jobId, Told event) {
    if (ids.add(id)) {
      byJob.computeIfAbsent(jobId, key -> new ArrayList<>()).add(event);
    }
  }

  synchronized int events() {
    return ids.size();
  }

  /** Jobs whose events came out of order. */
  synchronized Set<String> outOfOrder() {
    return byJob.entrySet().stream()
        .filter(job -> !isAscending(job.getValue()))
        .map(job -> job.getKey() + ": " + job.getValue())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Whether exactly these events of the job came: its registration, each attempt with its dispatch,
   * and perhaps its end. The start of a run, which its worker reports, may be missing.
   */
  synchronized boolean isComplete(String jobId, int attempts, List<String> end) {
    var expected = new ArrayList<>(List.of("registered 1"));
    for (int attempt = 1; attempt <= attempts; attempt++) {
      if (attempt > 1) {
        expected.add("retried " + attempt);
      }
      expected.add("dispatched " + attempt);
    }
    expected.addAll(end);
    return expected.equals(
        of(jobId).stream()
            .filter(event -> !event.word().equals("started"))
            .map(Told::toString)
            .toList());
  }

  /** The events of a job, for people. */
  synchronized List<Told> of(String jobId) {
    return List.copyOf(byJob.getOrDefault(jobId, List.of()));
  }

  private static boolean isAscending(List<Told> events) {
    for (int i = 1; i < events.size(); i++) {
      if (events.get(i).sequence() <= events.get(i - 1).sequence()) {
        return false;
      }
    }
    return true;
  }
}
