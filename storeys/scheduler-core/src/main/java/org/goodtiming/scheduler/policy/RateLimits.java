package org.goodtiming.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.policy.DueQueues.Next;

/**
 * Keeps the rate limits of worker queues while it dispatches. Each queue with a limit has a token
 * bucket: it gains tokens at the rate, and holds at most those of one second and one more. A
 * transaction reserves a token for each job that it may claim, and returns the unused tokens. Only
 * the leader of the partition dispatches to the queue, so the limit holds in the whole cluster;
 * each leader begins with new buckets.
 */
final class RateLimits implements DispatchPolicy {

  /** Queues that wait for tokens are served together, ten times a second. */
  private static final Duration BETWEEN_BATCHES = Duration.ofMillis(100);

  private static final double NANOS_PER_MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int SECONDS_PER_MINUTE = 60;
  private static final int BATCHES_PER_MINUTE = 600;

  private final LongSupplier nanoTime;
  private final Map<String, Bucket> buckets = new HashMap<>();

  /**
   * @param nanoTime the monotonic clock, in ns
   */
  RateLimits(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Of jobs that are dispatched early, those of the lead time would come together. */
  @Override
  public Map<Part, String> sql() {
    String unlimited = "<queue>.rate_limit = 0";
    return Map.of(
        Part.COLUMNS,
        "<queue>.rate_limit",
        Part.ALLOWS_EARLY,
        unlimited,
        Part.UNLIMITED,
        unlimited);
  }

  @Override
  public synchronized Next limit(Next queue, Instant now) {
    int perMinute = perMinute(queue.columns());
    if (perMinute == 0) {
      buckets.remove(queue.queue());
      return queue;
    }
    long nanos = nanoTime.getAsLong();
    Bucket bucket = buckets.computeIfAbsent(queue.queue(), name -> new Bucket());
    bucket.fill(perMinute, nanos);
    return queue.limited(now.plusNanos(bucket.untilServed(nanos)), bucket.tokens());
  }

  @Override
  public synchronized Consumer<Map<String, Integer>> begins(Map<String, Integer> quotas) {
    Map<String, Integer> reserved = new HashMap<>(quotas);
    reserved.keySet().retainAll(buckets.keySet());
    reserved.forEach((queue, jobs) -> add(queue, -jobs));
    return dispatched -> settle(reserved, dispatched);
  }

  private synchronized void settle(Map<String, Integer> reserved, Map<String, Integer> dispatched) {
    reserved.forEach(this::add);
    dispatched.forEach((queue, jobs) -> add(queue, -jobs));
  }

  @Override
  public Optional<Pace> pace(QueueFacts queue) {
    int perMinute = perMinute(queue.columns());
    return perMinute == 0
        ? Optional.empty()
        : Optional.of(
            new Pace(
                "rate-limit", "gets at most %s a minute".formatted(Pace.count(perMinute, "job"))));
  }

  private static int perMinute(Map<String, String> columns) {
    return Integer.parseInt(columns.getOrDefault("rate_limit", "0"));
  }

  private void add(String queue, int tokens) {
    Bucket bucket = buckets.get(queue);
    if (bucket != null) {
      bucket.level += tokens;
    }
  }

  /** The tokens of one queue. */
  private static final class Bucket {

    private static final double ROUNDING = 1e-6;

    private double level;
    private double rate;
    private long filledAt;

    void fill(int perMinute, long now) {
      double gained = rate * (now - filledAt) / NANOS_PER_MINUTE;
      boolean isNew = rate == 0;
      rate = perMinute;
      if (isNew) {
        gained = enough();
      }
      level = Math.min(level + gained, 1 + rate / SECONDS_PER_MINUTE);
      filledAt = now;
    }

    int tokens() {
      return Math.max(1, (int) (level + ROUNDING));
    }

    /** Nanoseconds until the queue may be served; 0 if it may be served now. */
    long untilServed(long now) {
      if (level + ROUNDING >= enough()) {
        return 0;
      }
      long enoughAt = now + Math.round((enough() - level) / rate * NANOS_PER_MINUTE);
      return enoughAt + Math.floorMod(-enoughAt, BETWEEN_BATCHES.toNanos()) - now;
    }

    private double enough() {
      return Math.max(1, rate / BATCHES_PER_MINUTE);
    }
  }
}
