package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.DueQueues;
import org.goodtiming.scheduler.job.claim.DueQueues.Next;
import org.goodtiming.scheduler.lease.Lease;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rate limits of worker queues while it dispatches. Each queue with a limit has a token
 * bucket: it gains tokens at the rate, and has room for one and those of one second. A transaction
 * reserves as many as it may claim, and gives back what it has not dispatched. Only the leader of
 * the partition dispatches to the queue, so the limit holds in the whole cluster; each leader
 * begins with new buckets.
 */
final class RateLimits implements JobDispatch {

  /** Queues that wait for tokens are served together, ten times a second. */
  private static final Duration BETWEEN_BATCHES = Duration.ofMillis(100);

  private static final double NANOS_PER_MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int SECONDS_PER_MINUTE = 60;
  private static final int BATCHES_PER_MINUTE = 600;

  private final JobDispatch dispatch;
  private final LongSupplier nanoTime;
  private final Map<String, Bucket> buckets = new HashMap<>();
  private long epoch;

  /**
   * @param nanoTime the monotonic clock, in ns
   */
  RateLimits(JobDispatch dispatch, LongSupplier nanoTime) {
    this.dispatch = dispatch;
    this.nanoTime = nanoTime;
  }

  /** A queue that must wait for its limit has no due job until then. */
  synchronized DueQueues limit(Lease lease, DueQueues polled) {
    if (lease.epoch() != epoch) {
      buckets.clear();
      epoch = lease.epoch();
    }
    Instant now = polled.now();
    return new DueQueues(now, polled.queues().stream().map(next -> limit(next, now)).toList());
  }

  private Next limit(Next next, Instant now) {
    if (next.rateLimit() == 0) {
      buckets.remove(next.queue());
      return next;
    }
    long nanos = nanoTime.getAsLong();
    Bucket bucket = buckets.computeIfAbsent(next.queue(), name -> new Bucket());
    bucket.fill(next.rateLimit(), nanos);
    return next.limited(now.plusNanos(bucket.untilServed(nanos)), bucket.tokens());
  }

  @Override
  public Claim batch(Lease lease, Batch batch) {
    Map<String, Integer> reserved = reserve(batch.quota().limits());
    @Nullable Claim claim = null;
    try {
      claim = dispatch.batch(lease, batch);
      return claim;
    } finally {
      settle(reserved, claim);
    }
  }

  @Override
  public Claim one(Lease lease, long id) {
    Claim claim = dispatch.one(lease, id);
    settle(Map.of(), claim);
    return claim;
  }

  @Override
  public void queueFailed(String queue, Duration rest, List<Failure> tried) {
    dispatch.queueFailed(queue, rest, tried);
  }

  @Override
  public void queueRecovered(String queue) {
    dispatch.queueRecovered(queue);
  }

  @Override
  public int jobsFailed(String queue, List<Failure> failures) {
    return dispatch.jobsFailed(queue, failures);
  }

  private synchronized Map<String, Integer> reserve(Map<String, Integer> quotas) {
    Map<String, Integer> reserved = new HashMap<>(quotas);
    reserved.keySet().retainAll(buckets.keySet());
    reserved.forEach((queue, jobs) -> add(queue, -jobs));
    return reserved;
  }

  private synchronized void settle(Map<String, Integer> reserved, @Nullable Claim claim) {
    reserved.forEach(this::add);
    if (claim != null && !buckets.isEmpty()) {
      claim.jobs().forEach(job -> add(job.key().queue(), -1));
    }
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

    /** In nanoseconds; 0 if it may be served now. */
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
