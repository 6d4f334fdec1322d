package org.goodtiming.scheduler.web.login;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.config.operations.IpNetwork;

/**
 * Counts failed logins by address, and by user name and address. After too many failures further
 * logins from there are refused until the end of the minute; a user who logs in from elsewhere is
 * not affected.
 */
final class LoginAttempts {

  static final int FOR_A_NAME = 10; // Failed attempts per address
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
    String from = IpNetwork.ofCustomer(address);
    long wait = Math.max(wait(key(name, from), FOR_A_NAME), wait(from, FROM_AN_ADDRESS));
    if (wait == 0) {
      add(key(name, from), 1);
      add(from, 1);
    }
    return wait;
  }

  synchronized void succeeded(String name, String address) {
    String from = IpNetwork.ofCustomer(address);
    counts.remove(key(name, from));
    add(from, -1);
  }

  private static String key(String name, String from) {
    return name + " " + from;
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
