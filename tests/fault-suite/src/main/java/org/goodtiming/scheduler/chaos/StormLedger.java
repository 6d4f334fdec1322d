package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.KeyHistory.Sent;
import org.goodtiming.scheduler.chaos.OutsideLedger.Receipt;
import org.goodtiming.scheduler.chaos.OutsideLedger.Registration;
import org.jspecify.annotations.Nullable;

/** The intents sent during a storm, their receipts, and their required outcomes. */
final class StormLedger {

  /** How many of all had a fault. */
  record Share(long count, long of) {

    @Override
    public String toString() {
      return count + " of " + of;
    }
  }

  private record Entry(Intent intent, boolean acknowledged, Instant sentAt) {}

  private final OutsideLedger ledger;
  private final Supplier<Instant> clock;
  private final Map<String, Entry> firsts = new ConcurrentHashMap<>();
  private final Map<String, Entry> seconds = new ConcurrentHashMap<>();
  // By intent, then by message id: a second delivery of one message changes nothing.
  private final Map<String, Map<String, String>> answers = new ConcurrentHashMap<>();

  /**
   * The ledger gets the registrations; its job ids are the ids of the intents.
   *
   * @param clock by which intents are sent and due
   */
  StormLedger(OutsideLedger ledger, Supplier<Instant> clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  void sent(List<Intent> intents, boolean acknowledged) {
    intents.forEach(intent -> sent(intent, acknowledged));
  }

  void answered(String intentId, String messageId, String status) {
    answers.computeIfAbsent(intentId, id -> new ConcurrentHashMap<>()).put(messageId, status);
  }

  /** Everything acknowledged, cancels too. */
  long acknowledged() {
    return count(firsts) + count(seconds);
  }

  long uncertain() {
    return firsts.size() + seconds.size() - acknowledged();
  }

  /** How many receipts say that. */
  long answers(String status) {
    return answers.values().stream().filter(each -> each.containsValue(status)).count();
  }

  /** Intents that must have come and did not. */
  Set<String> lost() {
    var came = came();
    return all(history -> history.lost(came::contains));
  }

  /** Intents that came though a receipt excludes it. */
  Set<String> forbidden() {
    var came = came();
    return all(history -> history.forbidden(came::contains));
  }

  /**
   * Jobs that a cancel has dropped, though its receipt says only that it is noted: the scheduler's
   * ledger has to count them.
   */
  Set<String> droppedUntold() {
    var came = came();
    return all(
        history ->
            history.isDroppedUntold(came::contains)
                ? Set.of(history.first().intent().id())
                : Set.of());
  }

  /** Acknowledged intents that want a receipt and have none. */
  Share withoutReceipt() {
    var wanting =
        Stream.concat(firsts.values().stream(), seconds.values().stream())
            .filter(each -> each.acknowledged() && each.intent().wantsReceipt())
            .map(each -> each.intent().id())
            .toList();
    return new Share(
        wanting.stream().filter(id -> !answers.containsKey(id)).count(), wanting.size());
  }

  /**
   * The share of cancels that were acknowledged this long before the due time and whose jobs came.
   */
  Share lateCancels(Duration ahead) {
    var came = came();
    var cancels =
        seconds.values().stream()
            .filter(each -> !each.intent().schedules() && each.acknowledged())
            .filter(each -> !each.sentAt().plus(ahead).isAfter(each.intent().dueAt()))
            .map(each -> each.intent().jobId())
            .toList();
    return new Share(cancels.stream().filter(came::contains).count(), cancels.size());
  }

  /** Intents with two different receipts. */
  Set<String> answeredTwice() {
    return answers.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The histories of intents, for the analysis of a broken promise. */
  List<String> histories(Set<String> intentIds) {
    return firsts.values().stream()
        .map(this::history)
        .filter(history -> concerns(history, intentIds))
        .map(KeyHistory::toString)
        .toList();
  }

  static String jobId(String intentId) {
    int end = intentId.indexOf('+');
    return end < 0 ? intentId : intentId.substring(0, end);
  }

  private void sent(Intent intent, boolean acknowledged) {
    var book = intent.id().equals(intent.jobId()) ? firsts : seconds;
    book.put(intent.jobId(), new Entry(intent, acknowledged, clock.get()));
    if (intent.schedules()) {
      ledger.registered(
          new Registration(intent.id(), intent.queue(), intent.dueAt(), acknowledged));
    }
  }

  private interface Finding {
    Set<String> in(KeyHistory history);
  }

  private Set<String> all(Finding finding) {
    var all = new TreeSet<String>();
    firsts.values().forEach(first -> all.addAll(finding.in(history(first))));
    return all;
  }

  private KeyHistory history(Entry first) {
    var second = seconds.get(first.intent().jobId());
    return new KeyHistory(withStatus(first), second == null ? null : withStatus(second));
  }

  private Sent withStatus(Entry entry) {
    return new Sent(entry.intent(), entry.acknowledged(), status(entry.intent().id()));
  }

  private @Nullable String status(String intentId) {
    return answers.getOrDefault(intentId, Map.of()).values().stream().findFirst().orElse(null);
  }

  private Set<String> came() {
    return ledger.receipts().stream().map(Receipt::jobId).collect(Collectors.toSet());
  }

  private static boolean concerns(KeyHistory history, Set<String> intentIds) {
    var second = history.second();
    return intentIds.contains(history.first().intent().id())
        || (second != null && intentIds.contains(second.intent().id()));
  }

  private static long count(Map<String, Entry> book) {
    return book.values().stream().filter(Entry::acknowledged).count();
  }
}
