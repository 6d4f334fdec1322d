package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** The registrations and deliveries known outside the scheduler. */
final class OutsideLedger {

  /**
   * @param certain whether the broker acknowledged it; otherwise its commit failed, and nobody
   *     knows
   */
  record Registration(String jobId, String queue, Instant dueAt, boolean certain) {}

  record Receipt(
      String messageId,
      String queue,
      String fireId,
      String jobId,
      Instant dueAt,
      Instant at,
      long epoch) {}

  private final Map<String, Registration> registrations = new ConcurrentHashMap<>();
  private final Map<String, Receipt> receipts = new ConcurrentHashMap<>();
  private final ReportLedger reports = new ReportLedger();
  private final RunLedger longRuns = new RunLedger();
  private final AttemptLedger attempts = new AttemptLedger();
  private final EventLedger events = new EventLedger();

  void registered(Registration registration) {
    registrations.put(registration.jobId(), registration);
  }

  /** A second delivery of the same message changes nothing. */
  void received(Receipt receipt) {
    receipts.putIfAbsent(receipt.messageId(), receipt);
  }

  /** The reports of the workers on tracked runs. */
  ReportLedger reports() {
    return reports;
  }

  RunLedger longRuns() {
    return longRuns;
  }

  /** The jobs of unreliable workers. */
  AttemptLedger attempts() {
    return attempts;
  }

  EventLedger events() {
    return events;
  }

  Collection<Receipt> receipts() {
    return List.copyOf(receipts.values());
  }

  List<Registration> registrations(Set<String> jobIds) {
    return registrations.values().stream()
        .filter(registration -> jobIds.contains(registration.jobId()))
        .toList();
  }

  /** The receipts of these jobs or fire ids. */
  List<Receipt> receipts(Set<String> ids) {
    return receipts.values().stream()
        .filter(receipt -> ids.contains(receipt.jobId()) || ids.contains(receipt.fireId()))
        .toList();
  }

  long certain() {
    return registrations.values().stream().filter(Registration::certain).count();
  }

  long uncertain() {
    return registrations.size() - certain();
  }

  /** Acknowledged, and not received. */
  Set<String> missing() {
    return missingDueBy(Instant.MAX);
  }

  /** The missing jobs that were due by that moment. */
  Set<String> missingDueBy(Instant moment) {
    var all = new TreeSet<String>();
    registrations.values().stream()
        .filter(registration -> registration.certain() && !registration.dueAt().isAfter(moment))
        .forEach(registration -> all.add(registration.jobId()));
    receipts.values().forEach(receipt -> all.remove(receipt.jobId()));
    return all;
  }

  /** Different messages for one fire id, for one job, or for one run of a schedule. */
  Set<String> twice() {
    var all = new TreeSet<>(withSeveralMessages(Receipt::jobId));
    all.addAll(withSeveralMessages(Receipt::fireId));
    return all;
  }

  /** Received before they were due, by the registrant's reckoning or by the scheduler's. */
  Set<String> early() {
    var all = new TreeSet<String>();
    for (var receipt : receipts.values()) {
      var registration = registrations.get(receipt.jobId());
      if (receipt.at().isBefore(receipt.dueAt())
          || (registration != null && receipt.at().isBefore(registration.dueAt()))) {
        all.add(receipt.jobId());
      }
    }
    return all;
  }

  /**
   * The longest that a job had to wait behind that moment, of those that came after it and were due
   * at the other at the latest.
   */
  Duration longestWait(Instant behind, Instant dueBy) {
    return receipts.values().stream()
        .filter(receipt -> receipt.at().isAfter(behind) && !receipt.dueAt().isAfter(dueBy))
        .map(receipt -> Duration.between(later(behind, receipt.dueAt()), receipt.at()))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** How late the latest was. */
  Duration latest() {
    return latest(receipt -> true);
  }

  /** The maximum lateness in all queues except that queue. */
  Duration latest(String except) {
    return latest(receipt -> !receipt.queue().equals(except));
  }

  private Duration latest(Predicate<Receipt> condition) {
    return receipts.values().stream()
        .filter(condition)
        .map(receipt -> Duration.between(receipt.dueAt(), receipt.at()))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** Received, but never sent by us. */
  Set<String> invented() {
    var all = new TreeSet<String>();
    receipts.values().forEach(receipt -> all.add(receipt.jobId()));
    all.removeAll(registrations.keySet());
    return all;
  }

  private Set<String> withSeveralMessages(Function<Receipt, String> key) {
    var messages = new TreeMap<String, Set<String>>();
    for (var receipt : receipts.values()) {
      messages.computeIfAbsent(key.apply(receipt), k -> new HashSet<>()).add(receipt.messageId());
    }
    messages.values().removeIf(ids -> ids.size() < 2);
    return messages.keySet();
  }
}
