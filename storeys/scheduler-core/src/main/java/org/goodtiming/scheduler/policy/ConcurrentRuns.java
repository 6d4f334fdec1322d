package org.goodtiming.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.policy.DueQueues.Next;

/**
 * Keeps limits of concurrent runs. A poll only estimates how many runs may begin: the transaction
 * that claims the jobs counts again, because another one may be about to commit.
 */
final class ConcurrentRuns implements DispatchPolicy {

  /** Maximum time for which a run that has ended on another node keeps the next one waiting. */
  private static final Duration BETWEEN_COUNTS = Duration.ofMillis(100);

  private static final String COLUMN = "concurrent_runs";

  /** How many runs there are, and how many there may be. */
  private record Count(int runs, int most) {

    static Optional<Count> of(Map<String, String> columns) {
      return Optional.ofNullable(columns.get(COLUMN))
          .map(text -> text.split("/"))
          .map(parts -> new Count(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])));
    }

    boolean isReached() {
      return runs >= most;
    }
  }

  @Override
  public Map<Part, String> sql() {
    String count =
        """
        CASE WHEN <queue>.max_concurrent_runs > 0
             THEN (SELECT count(*) FROM (SELECT FROM scheduler.execution x
                                          WHERE x.queue = <queue>.name AND x.is_limited AND x.ended_at IS NULL
                                          LIMIT <queue>.max_concurrent_runs) r) || '/' || <queue>.max_concurrent_runs END AS\s"""
            + COLUMN;
    return Map.of(Part.COLUMNS, count, Part.UNLIMITED, "<queue>.max_concurrent_runs = 0");
  }

  static boolean areLimited(Map<String, String> columns) {
    return columns.containsKey(COLUMN);
  }

  @Override
  public Next limit(Next queue, Instant now) {
    return Count.of(queue.columns())
        .map(
            count ->
                count.isReached()
                    ? queue.limited(now.plus(BETWEEN_COUNTS), 1)
                    : queue.limited(queue.claimableAt(), count.most() - count.runs()))
        .orElse(queue);
  }

  @Override
  public Optional<Pace> pace(QueueFacts queue) {
    return Count.of(queue.columns())
        .map(
            count ->
                new Pace(
                    "concurrency-limit",
                    "has %d of %s running"
                        .formatted(count.runs(), Pace.count(count.most(), "run"))));
  }
}
