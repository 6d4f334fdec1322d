package org.goodtiming.scheduler.load;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The growth of the backlogs of worker queues over the last minutes, as this node has seen it. */
@Singleton
final class BacklogGrowth {

  private static final Duration WINDOW = Duration.ofMinutes(5);

  /** Over a shorter time a few jobs would count as a trend. */
  static final Duration SHORTEST = Duration.ofSeconds(55);

  private final LongSupplier nanoTime;
  private final Map<String, Deque<Sample>> samples = new HashMap<>();

  private record Sample(long at, long jobs) {}

  @Inject
  BacklogGrowth() {
    this(System::nanoTime);
  }

  /**
   * @param nanoTime the monotonic clock, in ns
   */
  BacklogGrowth(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Records the backlogs of all queues, and forgets other queues.
   *
   * @return the growth of each queue in jobs per minute, without queues whose backlog has not been
   *     seen long enough
   */
  Map<String, Double> see(Map<String, Long> backlogs) {
    long now = nanoTime.getAsLong();
    samples.keySet().retainAll(backlogs.keySet());
    Map<String, Double> growth = new HashMap<>();
    backlogs.forEach(
        (queue, jobs) -> {
          Double perMinute = growth(queue, new Sample(now, jobs));
          if (perMinute != null) {
            growth.put(queue, perMinute);
          }
        });
    return growth;
  }

  private @Nullable Double growth(String queue, Sample latest) {
    Deque<Sample> ofQueue = samples.computeIfAbsent(queue, name -> new ArrayDeque<>());
    ofQueue.removeIf(sample -> latest.at - sample.at > WINDOW.toNanos());
    ofQueue.add(latest);
    Sample first = ofQueue.getFirst();
    long nanos = latest.at - first.at;
    return nanos < SHORTEST.toNanos()
        ? null
        : Math.round(600e9 * (latest.jobs - first.jobs) / nanos) / 10.0;
  }
}
