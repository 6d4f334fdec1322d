package org.goodtiming.scheduler.chaos;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The jobs of unreliable workers, and each attempt that came to them. */
final class AttemptLedger {

  /** A delivery of a message, which the broker may repeat. */
  record Delivery(UnreliableQueue queue, String jobId, int attempt, String messageId) {}

  private final RunLedger failing = new RunLedger();
  private final RunLedger silent = new RunLedger();
  private final Set<Delivery> deliveries = ConcurrentHashMap.newKeySet();
  private final Set<Delivery> successes = ConcurrentHashMap.newKeySet();
  private final Set<Delivery> possibleSuccesses = ConcurrentHashMap.newKeySet();

  /** The registrations for the queue. */
  RunLedger jobs(UnreliableQueue queue) {
    return switch (queue) {
      case FAILING -> failing;
      case SILENT -> silent;
    };
  }

  void delivered(Delivery delivery) {
    deliveries.add(delivery);
  }

  /** The transaction of its worker is about to commit. */
  void mayHaveSucceeded(Delivery delivery) {
    possibleSuccesses.add(delivery);
  }

  void succeeded(Delivery delivery) {
    successes.add(delivery);
  }

  /** Acknowledged jobs of failing workers at which they have not succeeded. */
  Set<String> unfinished() {
    var jobIds = jobs(UnreliableQueue.FAILING).acknowledged();
    possibleSuccesses.forEach(each -> jobIds.remove(each.jobId()));
    return jobIds;
  }

  /** Attempts that came as several messages. */
  Set<String> attemptsTwice() {
    return deliveries.stream()
        .collect(
            Collectors.groupingBy(
                each -> "attempt %d of %s".formatted(each.attempt(), each.jobId()),
                Collectors.counting()))
        .entrySet()
        .stream()
        .filter(attempt -> attempt.getValue() > 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Jobs that came again after their worker had succeeded. A run of a silent worker may: its limit
   * can be over before its report is stored.
   */
  Set<String> afterSuccess() {
    return those(
        deliveries,
        delivery ->
            delivery.queue() == UnreliableQueue.FAILING
                && successes.stream()
                    .anyMatch(
                        success ->
                            success.jobId().equals(delivery.jobId())
                                && success.attempt() < delivery.attempt()));
  }

  Set<String> invented() {
    return those(deliveries, each -> jobs(each.queue()).of(each.jobId()) == null);
  }

  /** 0 if none came. */
  int latestAttempt(String jobId) {
    return deliveries.stream()
        .filter(each -> each.jobId().equals(jobId))
        .mapToInt(Delivery::attempt)
        .max()
        .orElse(0);
  }

  /** How many attempts that came were not the first of their job. */
  long retries(UnreliableQueue queue) {
    return deliveries.stream().filter(each -> each.queue() == queue && each.attempt() > 1).count();
  }

  private static Set<String> those(Collection<Delivery> all, Predicate<Delivery> condition) {
    return all.stream()
        .filter(condition)
        .map(Delivery::jobId)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
