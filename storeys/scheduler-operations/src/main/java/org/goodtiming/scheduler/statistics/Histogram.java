package org.goodtiming.scheduler.statistics;

import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Numbers of times by their length, in buckets with fixed bounds. */
public final class Histogram {

  /** The upper bounds; the last bucket has none. */
  private static final long[] BOUNDS_MICROS =
      LongStream.concat(
              LongStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500),
              Stream.of(
                      Duration.ofSeconds(1),
                      Duration.ofSeconds(2),
                      Duration.ofSeconds(5),
                      Duration.ofSeconds(10),
                      Duration.ofSeconds(30),
                      Duration.ofMinutes(1),
                      Duration.ofMinutes(5),
                      Duration.ofMinutes(30),
                      Duration.ofHours(1))
                  .mapToLong(Duration::toMillis))
          .map(millis -> millis * 1_000)
          .toArray();

  private final long[] buckets = new long[BOUNDS_MICROS.length + 1];

  public void add(long micros) {
    int found = Arrays.binarySearch(BOUNDS_MICROS, micros);
    buckets[found < 0 ? -found - 1 : found]++;
  }

  /** Adds to one bucket; those that this version does not know count as the last. */
  public void addTo(int bucket, long number) {
    buckets[Math.min(bucket, buckets.length - 1)] += number;
  }

  public void add(Histogram other) {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] += other.buckets[i];
    }
  }

  /** The numbers of the buckets, without zeros at the end. */
  public long[] buckets() {
    int length = buckets.length;
    while (length > 0 && buckets[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(buckets, length);
  }

  /**
   * The time, in seconds, below which the share of all times lies, as if the times of a bucket were
   * spread evenly between its bounds. In the last bucket it is the lower bound.
   *
   * @param share between 0 and 1
   * @return empty if the histogram is
   */
  public OptionalDouble quantile(double share) {
    double rank = share * Arrays.stream(buckets).sum();
    long below = 0;
    for (int i = 0; i < buckets.length; i++) {
      if (buckets[i] > 0 && below + buckets[i] >= rank) {
        return OptionalDouble.of(within(i, (rank - below) / buckets[i]) / 1e6);
      }
      below += buckets[i];
    }
    return OptionalDouble.empty();
  }

  private static double within(int bucket, double share) {
    long lower = bucket == 0 ? 0 : BOUNDS_MICROS[bucket - 1];
    return bucket == BOUNDS_MICROS.length ? lower : lower + share * (BOUNDS_MICROS[bucket] - lower);
  }
}
