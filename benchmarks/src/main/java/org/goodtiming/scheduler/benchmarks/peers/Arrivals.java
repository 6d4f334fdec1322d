package org.goodtiming.scheduler.benchmarks.peers;

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
final class Arrivals {
  private final List<Job> jobs;
  private final Runnable onFirst;
  private final AtomicIntegerArray times;
  private final AtomicInteger handled = new AtomicInteger();
  private final long[] latenessMicros;
  private final CountDownLatch missing;
  private volatile long first;
  private volatile long last;

  Arrivals(List<Job> jobs, Runnable onFirst) {
    this.jobs = jobs;
    this.onFirst = onFirst;
    this.times = new AtomicIntegerArray(jobs.size());
    this.latenessMicros = new long[jobs.size()];
    this.missing = new CountDownLatch(jobs.size());
  }

  void handle(String payload) {
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
  void await(Duration patience) throws InterruptedException {
    missing.await(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  int handled() {
    return handled.get();
  }

  /** From the first arrival to the last. */
  double seconds() {
    return (last - first) / 1e9;
  }

  int twice() {
    return (int) numbers().filter(number -> times.get(number) > 1).count();
  }

  int early() {
    return (int) numbers().filter(number -> latenessMicros[number] < 0).count();
  }

  /** Of the jobs that have arrived, in microseconds and sorted; below zero: early. */
  long[] lateness() {
    var arrived = numbers().mapToLong(number -> latenessMicros[number]).toArray();
    Arrays.sort(arrived);
    return arrived;
  }

  private IntStream numbers() {
    return IntStream.range(0, jobs.size()).filter(n -> times.get(n) > 0);
  }
}
