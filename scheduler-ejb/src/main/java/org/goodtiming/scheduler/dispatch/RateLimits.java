package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.DueQueues;
import org.goodtiming.scheduler.job.claim.DueQueues.Next;

/**
 * How many jobs each worker queue with a rate limit may get now. Each has a token bucket: it gains
 * tokens at the rate, and has room for one and those of one second. Only the leader of the
 * partition dispatches to the queue, so the limit holds in the whole cluster; a new leader begins
 * with one token. Used by one thread.
 */
final class RateLimits {

  private final LongSupplier nanoTime;
  private final Map<String, Bucket> buckets = new HashMap<>();

  /**
   * @param nanoTime the monotonic clock, in ns
   */
  RateLimits(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A queue that must wait for its limit has no due job until then. */
  DueQueues limit(DueQueues polled) {
    Instant now = polled.now();
    return new DueQueues(now, polled.queues().stream().map(next -> limit(next, now)).toList());
  }

  private Next limit(Next next, Instant now) {
    if (next.rateLimit() == 0) {
      buckets.remove(next.queue());
      return next;
    }
    Bucket bucket = buckets.computeIfAbsent(next.queue(), name -> new Bucket());
    bucket.fill(next.rateLimit(), nanoTime.getAsLong());
    return next.limited(now.plus(bucket.untilServed()), bucket.tokens());
  }

  /** Counts the jobs that are to be dispatched, also if that fails later. */
  void spend(Claim claim) {
    if (buckets.isEmpty()) {
      return;
    }
    for (ClaimedJob job : claim.jobs()) {
      Bucket bucket = buckets.get(job.key().queue());
      if (bucket != null) {
        bucket.level--;
      }
    }
  }

  /** The tokens of one queue. */
  private static final class Bucket {

    private static final double NANOS_PER_MINUTE = Duration.ofMinutes(1).toNanos();
    private static final int SECONDS_PER_MINUTE = 60;

    /** A queue whose jobs wait for tokens gets so many batches a second at most. */
    private static final int BATCHES_PER_SECOND = 10;

    private double level = 1;
    private double rate;
    private long filledAt;

    void fill(int perMinute, long now) {
      double gained = rate * (now - filledAt) / NANOS_PER_MINUTE;
      level = Math.min(level + gained, 1 + (double) perMinute / SECONDS_PER_MINUTE);
      rate = perMinute;
      filledAt = now;
    }

    int tokens() {
      return Math.max(1, (int) level);
    }

    /** Zero if it may be served now. */
    Duration untilServed() {
      double enough = Math.max(1, rate / SECONDS_PER_MINUTE / BATCHES_PER_SECOND);
      return level >= enough
          ? Duration.ZERO
          : Duration.ofNanos((long) Math.ceil((enough - level) / rate * NANOS_PER_MINUTE));
    }
  }
}
