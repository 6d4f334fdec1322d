package org.goodtiming.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.goodtiming.scheduler.policy.DueQueues.Next;

/**
 * Worker queues whose due jobs are chosen by their keys, in the transaction that claims them. If
 * that finds that all of them wait for runs of their keys, the queue is left alone for a moment.
 */
final class KeyShares implements DispatchPolicy {

  /** Maximum time for which a run that has ended keeps the next one of its key waiting. */
  private static final Duration BETWEEN_CLAIMS = Duration.ofMillis(100);

  /** Absent if jobs are not chosen by their keys. */
  private static final String COLUMN = "by_key";

  /** When the next claim may be tried, of queues of which the last one took nothing. */
  private final Map<String, Instant> restsUntil = new HashMap<>();

  private final Set<String> futile = new HashSet<>();

  /**
   * @param most runs of each key, 0 if there is no limit
   */
  private record Rule(int most, String property) {

    static Optional<Rule> of(Map<String, String> columns) {
      return Optional.ofNullable(columns.get(COLUMN))
          .map(text -> text.split("/", 2))
          .map(parts -> new Rule(Integer.parseInt(parts[0]), parts[1]));
    }
  }

  @Override
  public Map<Part, String> sql() {
    return Map.of(
        Part.COLUMNS,
        "CASE WHEN <queue>.by_key THEN <queue>.max_concurrent_runs_per_key || '/' || <queue>.key_property END AS "
            + COLUMN,
        Part.ALLOWS_EARLY,
        "NOT <queue>.by_key",
        Part.UNLIMITED,
        "<queue>.max_concurrent_runs_per_key = 0");
  }

  static boolean areServed(Map<String, String> columns) {
    return columns.containsKey(COLUMN);
  }

  static boolean areLimited(Map<String, String> columns) {
    return Rule.of(columns).filter(rule -> rule.most > 0).isPresent();
  }

  @Override
  public synchronized Next limit(Next queue, Instant now) {
    boolean wasFutile = futile.remove(queue.queue());
    if (!areServed(queue.columns()) || queue.claimableAt().isAfter(now)) {
      restsUntil.remove(queue.queue());
      return queue;
    }
    if (wasFutile) {
      restsUntil.put(queue.queue(), now.plus(BETWEEN_CLAIMS));
    }
    return queue.limited(
        restsUntil.getOrDefault(queue.queue(), queue.claimableAt()), Integer.MAX_VALUE);
  }

  @Override
  public synchronized void foundNothing(Set<String> queues) {
    futile.addAll(queues);
  }

  @Override
  public Optional<Pace> pace(QueueFacts queue) {
    return Rule.of(queue.columns())
        .map(
            rule ->
                rule.most > 0
                    ? new Pace(
                        "concurrency-limit",
                        "has at most %s of each %s at once"
                            .formatted(Pace.count(rule.most, "run"), rule.property))
                    : new Pace(
                        "fair-shares", "serves each %s in its turn".formatted(rule.property)));
  }
}
