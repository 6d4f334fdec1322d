package org.goodtiming.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.goodtiming.scheduler.policy.DueQueues.Next;

/**
 * Does not serve a worker queue while it has as many messages at the broker as its maximum allows.
 * A transaction reserves room for each job that it may claim, so batches do not exceed the maximum.
 */
final class DepthLimits implements DispatchPolicy {

  /** A queue without room is polled again after this time. */
  private static final Duration BETWEEN_POLLS = Duration.ofMillis(100);

  /** The depth is read when a job is due within this time, so that the job does not wait for it. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final QueueDepths depths;

  /** Another node may have dispatched before the term of this policy. */
  private final long since;

  DepthLimits(QueueDepths depths) {
    this.depths = depths;
    this.since = depths.now();
  }

  @Override
  public Map<Part, String> sql() {
    return Map.of(Part.COLUMNS, "<queue>.max_depth", Part.UNLIMITED, "<queue>.max_depth = 0");
  }

  @Override
  public Next limit(Next queue, Instant now) {
    int max = max(queue.columns());
    if (max == 0) {
      depths.forget(queue.queue());
      return queue;
    }
    if (queue.claimableAt().isAfter(now.plus(SOON))) {
      return queue;
    }
    long room = depths.room(queue.queue(), max, since);
    return room > 0
        ? queue.limited(now, Math.toIntExact(room))
        : queue.limited(now.plus(BETWEEN_POLLS), 1);
  }

  @Override
  public Consumer<Map<String, Integer>> begins(Map<String, Integer> quotas) {
    Runnable giveBack = depths.reserve(quotas);
    return dispatched -> {
      dispatched.forEach(depths::dispatched);
      giveBack.run();
    };
  }

  @Override
  public Optional<Pace> pace(QueueFacts queue) {
    int max = max(queue.columns());
    return max == 0
        ? Optional.empty()
        : Optional.of(
            new Pace(
                "max-depth", "has at most %s at the broker".formatted(Pace.count(max, "message"))));
  }

  private static int max(Map<String, String> columns) {
    return Integer.parseInt(columns.getOrDefault("max_depth", "0"));
  }
}
