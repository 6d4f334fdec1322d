package org.goodtiming.scheduler.web.login;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Stores what the groups of bearer tokens may register, before their requests are served. What does
 * not change is stored once a minute.
 */
final class GroupGrants {
  private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int USERS = 1_000;

  private record Stored(Set<String> queues, long at) {}

  private final BiConsumer<String, Set<String>> store;
  private final LongSupplier nanoTime;
  private final Map<String, Stored> stored = new BoundedMap<>(USERS);

  /**
   * @param store takes the name of a user and the worker queues of its groups
   */
  GroupGrants(BiConsumer<String, Set<String>> store, LongSupplier nanoTime) {
    this.store = store;
    this.nanoTime = nanoTime;
  }

  /** The user has logged in with groups that have these queues. */
  void set(String user, Set<String> queues) {
    if (isStored(user, queues)) {
      return;
    }
    long now = nanoTime.getAsLong();
    store.accept(user, queues);
    synchronized (stored) {
      stored.put(user, new Stored(queues, now));
    }
  }

  private boolean isStored(String user, Set<String> queues) {
    synchronized (stored) {
      Stored last = stored.get(user);
      return last != null
          && last.queues.equals(queues)
          && nanoTime.getAsLong() - last.at < INTERVAL_NANOS;
    }
  }
}
