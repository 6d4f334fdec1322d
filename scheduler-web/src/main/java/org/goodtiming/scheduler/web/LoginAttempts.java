package org.goodtiming.scheduler.web;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counts failed logins by user name and by address. After too many failures further logins are
 * refused until the end of the minute.
 */
final class LoginAttempts {

  static final int FOR_A_NAME = 10;
  static final int FROM_AN_ADDRESS = 100;

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int MAX_COUNTS = 10_000;

  private final LongSupplier nanoTime;
  private final Map<String, Count> counts = new BoundedMap<>(MAX_COUNTS);

  private record Count(long since, int attempts) {

    Count plus(int more) {
      return new Count(since, attempts + more);
    }
  }

  LoginAttempts(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Counts an attempt as failed until it succeeds.
   *
   * @return how many seconds to wait first; 0 if the attempt may be made
   */
  synchronized long begin(String name, String address) {
    long wait = Math.max(wait("n" + name, FOR_A_NAME), wait("a" + address, FROM_AN_ADDRESS));
    if (wait == 0) {
      add("n" + name, 1);
      add("a" + address, 1);
    }
    return wait;
  }

  synchronized void succeeded(String name, String address) {
    counts.remove("n" + name);
    add("a" + address, -1);
  }

  private long wait(String key, int limit) {
    Count count = counts.get(key);
    if (count == null || count.attempts() < limit) {
      return 0;
    }
    long left = count.since() + MINUTE - nanoTime.getAsLong();
    if (left <= 0) {
      counts.remove(key);
      return 0;
    }
    return Duration.ofNanos(left).toSeconds() + 1;
  }

  private void add(String key, int attempts) {
    long now = nanoTime.getAsLong();
    Count count = counts.get(key);
    Count current = count == null || now - count.since() >= MINUTE ? new Count(now, 0) : count;
    counts.put(key, current.plus(attempts));
  }
}
