package org.goodtiming.scheduler.policy;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the worker queues with a maximum depth have at the broker, at most: the messages of the last
 * reading, and the jobs that this node has dispatched since it was asked for, or that a running
 * transaction may dispatch. A reading that is delayed can therefore not let too many jobs pass.
 */
@Singleton
public final class QueueDepths {

  /** A reading that is older does not count: others may have sent messages. */
  static final Duration VALID = Duration.ofSeconds(10);

  /** For so long after a job of a queue was due, its depth is read. */
  private static final Duration NEEDED = Duration.ofSeconds(10);

  private final LongSupplier nanoTime;
  private final Map<String, Depth> depths = new HashMap<>();

  @Inject
  public QueueDepths() {
    this(System::nanoTime);
  }

  /**
   * @param nanoTime the monotonic clock, in ns
   */
  QueueDepths(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * A question to the broker.
   *
   * @param dispatched jobs of each queue that were dispatched before it; their messages are part of
   *     the answer
   */
  public record Question(long askedAt, Map<String, Long> dispatched) {}

  private record Reading(Question question, long messages) {}

  private static final class Depth {
    private long dispatched;
    private long reserved;
    private long neededAt;
    private @Nullable Reading reading;
  }

  long now() {
    return nanoTime.getAsLong();
  }

  /**
   * How many messages the queue may get; 0 or less if none, or while its depth is not known.
   *
   * @param since a reading that was asked for before this moment does not count
   */
  synchronized long room(String queue, int max, long since) {
    Depth depth = depths.computeIfAbsent(queue, name -> new Depth());
    depth.neededAt = now();
    Reading reading = depth.reading;
    if (reading == null
        || reading.question.askedAt - since < 0
        || isOver(reading.question.askedAt, VALID)) {
      return 0;
    }
    long before = reading.question.dispatched.getOrDefault(queue, 0L);
    return max - reading.messages - (depth.dispatched - before) - depth.reserved;
  }

  /** The queue has no maximum. */
  synchronized void forget(String queue) {
    depths.remove(queue);
  }

  /**
   * Takes room from the queues that have a maximum now.
   *
   * @return gives back what was taken, and no more: a queue may get its maximum in the meantime
   */
  synchronized Runnable reserve(Map<String, Integer> quotas) {
    Map<Depth, Integer> reserved = new HashMap<>();
    quotas.forEach(
        (queue, jobs) -> {
          Depth depth = depths.get(queue);
          if (depth != null) {
            depth.reserved += jobs;
            reserved.put(depth, jobs);
          }
        });
    return () -> giveBack(reserved);
  }

  private synchronized void giveBack(Map<Depth, Integer> reserved) {
    reserved.forEach((depth, jobs) -> depth.reserved -= jobs);
  }

  synchronized void dispatched(String queue, int jobs) {
    Depth depth = depths.get(queue);
    if (depth != null) {
      depth.dispatched += jobs;
    }
  }

  /** The question to be asked now; null while no job of these queues is due. */
  public synchronized @Nullable Question question() {
    long now = now();
    if (depths.values().stream().allMatch(depth -> isOver(depth.neededAt, NEEDED))) {
      return null;
    }
    Map<String, Long> dispatched = new HashMap<>();
    depths.forEach((queue, depth) -> dispatched.put(queue, depth.dispatched));
    return new Question(now, dispatched);
  }

  /**
   * The answer of the broker.
   *
   * @param messages of each queue that it has, including those that are being delivered, or wait
   *     for a redelivery
   */
  public synchronized void read(Question question, Map<String, Long> messages) {
    depths.forEach(
        (queue, depth) -> {
          if (question.dispatched.containsKey(queue)) {
            depth.reading = new Reading(question, messages.getOrDefault(queue, 0L));
          }
        });
  }

  private boolean isOver(long from, Duration time) {
    return now() - from > time.toNanos();
  }
}
