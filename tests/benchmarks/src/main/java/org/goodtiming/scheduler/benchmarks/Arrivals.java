package org.goodtiming.scheduler.benchmarks;

import static java.time.temporal.ChronoUnit.MICROS;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** Books on the jobs that reach their handler; its first line is the arrival. */
public final class Arrivals {
  private final List<Job> jobs;
  private final Runnable onFirst;
  private final AtomicIntegerArray times;
  private final AtomicInteger handled = new AtomicInteger();
  private final long[] latenessMicros;
  private final CountDownLatch missing;
  private volatile long first;
  private volatile long last;

  /**
   * Opens the books.
   *
   * @param jobs by their numbers, from 0
   * @param onFirst called by the first that arrives
   */
  public Arrivals(List<Job> jobs, Runnable onFirst) {
    this.jobs = jobs;
    this.onFirst = onFirst;
    this.times = new AtomicIntegerArray(jobs.size());
    this.latenessMicros = new long[jobs.size()];
    this.missing = new CountDownLatch(jobs.size());
  }

  /** Books the arrival of a job by its payload. */
  public void handle(String payload) {
    var now = Instant.now();
    var number = Job.numberOf(payload);
    if (times.incrementAndGet(number) > 1) {
      return;
    }
    latenessMicros[number] = MICROS.between(jobs.get(number).due(), now);
    if (handled.incrementAndGet() == 1) {
      first = System.nanoTime();
      onFirst.run();
    }
    last = System.nanoTime();
    missing.countDown();
  }

  /** Returns when all have arrived, or the time is over. */
  public void await(Duration patience) throws InterruptedException {
    missing.await(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** How many jobs have arrived, each counted once. */
  public int handled() {
    return handled.get();
  }

  /** Seconds from the first arrival to the last. */
  public double seconds() {
    return (last - first) / 1e9;
  }

  /** How many have arrived more than once. */
  public int twice() {
    return (int) numbers().filter(number -> times.get(number) > 1).count();
  }

  /** How many have arrived before they were due. */
  public int early() {
    return (int) numbers().filter(number -> latenessMicros[number] < 0).count();
  }

  /** Of the jobs that have arrived, in microseconds and sorted; below zero: early. */
  public long[] lateness() {
    var arrived = numbers().mapToLong(number -> latenessMicros[number]).toArray();
    Arrays.sort(arrived);
    return arrived;
  }

  private IntStream numbers() {
    return IntStream.range(0, jobs.size()).filter(n -> times.get(n) > 0);
  }
}
