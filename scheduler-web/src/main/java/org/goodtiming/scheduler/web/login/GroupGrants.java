package org.goodtiming.scheduler.web.login;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.web.openid.TokenUser;

/**
 * Stores what the groups of bearer tokens may register, before their requests are served. What does
 * not change is stored once a minute. A token without a role stores nothing: it may do nothing, and
 * may have been issued without the groups of its user.
 */
final class GroupGrants {
  private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int USERS = 1_000;

  private record Stored(Set<String> queues, long at) {}

  private final Consumer<TokenUser> store;
  private final LongSupplier nanoTime;
  private final Map<String, Stored> stored = new BoundedMap<>(USERS);

  /**
   * @param store takes a user with the worker queues of its groups
   */
  GroupGrants(Consumer<TokenUser> store, LongSupplier nanoTime) {
    this.store = store;
    this.nanoTime = nanoTime;
  }

  /** Stores the grants of the groups with which a user has logged in. */
  void set(TokenUser user) {
    if (user.roles().isEmpty() || isStored(user)) {
      return;
    }
    long now = nanoTime.getAsLong();
    store.accept(user);
    synchronized (stored) {
      stored.put(user.name(), new Stored(user.queues(), now));
    }
  }

  private boolean isStored(TokenUser user) {
    synchronized (stored) {
      Stored last = stored.get(user.name());
      return last != null
          && last.queues.equals(user.queues())
          && nanoTime.getAsLong() - last.at < INTERVAL_NANOS;
    }
  }
}
